-- What a site of the device type 2 was told last. A disarm ends by itself, so it always has an end.
alter table site add column arm_state text check (arm_state in ('armed', 'disarmed')), add column arm_changed_at timestamptz,
  add column arm_ends_at timestamptz, add column longest_disarm_minutes integer not null default 960
    check (longest_disarm_minutes between 1 and 44640),
  add check ((arm_state is null) = (arm_changed_at is null)),
  add check ((arm_state is not distinct from 'disarmed') = (arm_ends_at is not null));

-- Every message that armed or disarmed a site, or was refused.
create table arming_event (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  site_id uuid not null references site (id) on delete cascade,
  at timestamptz not null,
  state text not null check (state in ('armed', 'disarmed')),
  way text not null,
  by_name text not null,
  sent_at timestamptz,
  ends_at timestamptz,
  -- Null if it was applied.
  refusal text
);
create index arming_event_site on arming_event (site_id, id desc);
create index arming_event_age on arming_event (at);
create index arming_event_company on arming_event (company_id);

alter table arming_event enable row level security;
alter table arming_event force row level security;
create policy tenant on arming_event using (company_id = (select app.company()) or (select app.is_system()));
