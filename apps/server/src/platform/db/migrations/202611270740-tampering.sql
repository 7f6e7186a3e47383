-- What was done to cameras, or seems so: a device reported it, or the pictures showed it. At most one per camera is open.
create table tampering_event (
  -- Stands in the place of an alarm's id in the messages of the begin and the end, so that the end never overtakes the begin.
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  view_id uuid not null references view (id) on delete cascade,
  -- The alarm with which it began. Retention deletes both together.
  alarm_id uuid not null,
  -- What a device reported, and when it did so last; null if no device did, or if it said that it is over.
  reported text check (reported in ('tamper', 'videoloss')),
  reported_at timestamptz,
  -- What the pictures showed, and when they did so last.
  kinds text[] not null default '{}',
  shown_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((reported is null) = (reported_at is null)),
  check (reported is not null or shown_at is not null)
);
create unique index tampering_event_open on tampering_event (view_id) where ended_at is null;
create index tampering_event_view on tampering_event (view_id, started_at);
create index tampering_event_company on tampering_event (company_id, started_at);
create index tampering_event_alarm on tampering_event (alarm_id);
create index tampering_event_ended on tampering_event (ended_at) where ended_at is not null;

alter table tampering_event enable row level security;
alter table tampering_event force row level security;
create policy tenant on tampering_event using (company_id = (select app.company()) or (select app.is_system()));

alter table delivery drop constraint delivery_type_check;
alter table delivery add constraint delivery_type_check check (
  type in ('alarm.created', 'alarm.corrected', 'test', 'idle', 'idle.ended', 'connection.lost', 'connection.restored',
    'tampering', 'tampering.ended')) not valid;
