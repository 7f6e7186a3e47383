-- What can be learnt from an alarm once it is labelled: how strong its case was, whether all was looked at, and what its camera was
-- asked for then.
alter table alarm add column evidence jsonb;
-- The newest labels of one camera, without a walk through all of its alarms.
create index alarm_view_labelled on alarm (view_id, ground_truth, id) where ground_truth is not null;

-- What was learnt from labels, for one camera or (without one) for all of a company. It counts while it is applied; the ended ones
-- tell who had what applied, and when.
create table adjustment (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  view_id uuid references view (id) on delete cascade,
  state text not null check (state in ('proposed', 'applied', 'ended')),
  -- Log-odds by which the threshold is raised.
  shift double precision not null check (shift > 0),
  -- The models and parameters whose evidence it was learnt from.
  committee jsonb not null,
  held_back jsonb not null,
  learnt_by text not null,
  learnt_at timestamptz not null,
  applied_by text,
  applied_at timestamptz,
  ended_by text,
  ended_at timestamptz
);
create unique index adjustment_proposed on adjustment (company_id, view_id) nulls not distinct where state = 'proposed';
create unique index adjustment_applied on adjustment (company_id, view_id) nulls not distinct where state = 'applied';
alter table adjustment enable row level security;
alter table adjustment force row level security;
create policy tenant on adjustment using (company_id = (select app.company()) or (select app.is_system()));
