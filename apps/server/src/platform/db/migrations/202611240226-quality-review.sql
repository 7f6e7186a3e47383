-- The quality review: supervisors label alarms that were drawn at random, without knowing the verdict, in companies that allow it.

-- Whether a company allows it. Companies without a row do not.
create table quality_switch (
  company_id uuid primary key references company (id) on delete cascade,
  is_on boolean not null,
  changed_at timestamptz not null,
  changed_by text not null
);

-- One sample of a company. The numbers are those of the alarms from which it was drawn, counted in the statement that drew it.
create table quality_round (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  since timestamptz not null,
  till timestamptz not null,
  opened_at timestamptz not null,
  -- Nobody sees the alarms of a closed round any more. Its labels still count for its result.
  closed_at timestamptz,
  passed integer not null,
  filtered integer not null
);
create index quality_round_company on quality_round (company_id, opened_at);
create unique index quality_round_open on quality_round (company_id) where closed_at is null;

-- The alarms of a sample. Rows outlive their alarm, so that a result does not change when pictures are deleted.
create table quality_sample (
  round_id uuid not null references quality_round (id) on delete cascade,
  alarm_id uuid not null,
  company_id uuid not null references company (id) on delete cascade,
  -- The verdict at the time of the draw: `true` and `unverified` are passed.
  stratum text not null check (stratum in ('passed', 'filtered')),
  -- Random order, in which both kinds alternate.
  place double precision not null,
  listed_at timestamptz not null,
  -- The supervisor who has drawn it. Nobody else sees it.
  user_id uuid references app_user (id) on delete set null,
  drawn_at timestamptz,
  -- The first label, given without knowing the verdict. Later corrections are labels of the alarm alone.
  ground_truth boolean,
  labelled_at timestamptz,
  primary key (round_id, alarm_id)
);
create index quality_sample_left on quality_sample (round_id, place) where user_id is null;
create index quality_sample_user on quality_sample (user_id, alarm_id) where user_id is not null;
create index quality_sample_company on quality_sample (company_id);
create index quality_sample_age on quality_sample (listed_at);

do $$
declare
  t text;
begin
  foreach t in array array['quality_switch', 'quality_round', 'quality_sample'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (company_id = (select app.company()) or (select app.is_system()))', t);
  end loop;
end $$;
