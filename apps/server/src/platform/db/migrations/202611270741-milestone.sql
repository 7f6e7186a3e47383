-- A system of Milestone XProtect of a company: where it is, which of its events are alarms, and what became of events that were missed.
create table milestone_system (
  id uuid primary key,
  company_id uuid not null unique references company (id) on delete cascade,
  system_id text not null check (length(system_id) between 1 and 100),
  system_name text not null check (length(system_name) <= 200),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  username text not null check (length(username) <= 200),
  -- Sealed with the master key.
  password text not null,
  -- Of the certificate that the gateway showed when it was added. Empty: it was signed by a known authority, and is checked so.
  fingerprint text not null check (length(fingerprint) <= 95),
  -- The types of events that are alarms: id, name and our type of each.
  event_types jsonb not null,
  -- The recording servers as the system named them last, each with the certificate that it showed first.
  recorders jsonb not null default '[]',
  -- The last time without a connection whose events could not be had by resuming: from when to when, and what was found of it.
  gap jsonb
);
alter table milestone_system enable row level security;
alter table milestone_system force row level security;
create policy tenant on milestone_system using (company_id = (select app.company()) or (select app.is_system()));

-- Cameras of all video systems are mapped in one table. Ids of systems differ between the makers, so the key stays.
alter table dw_camera add column vendor text not null default 'digitalwatchdog' check (vendor in ('digitalwatchdog', 'milestone'));

-- The new list is wider, so rows need not be looked through.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision', 'digitalwatchdog', 'milestone', 'dc09', 'rtsp', 'axis', 'instar', 'uniview',
    'dahua')) not valid;
