-- Video systems of Digital Watchdog (DW Spectrum, Nx Witness) that send events: who may send them, where the servers are, and which camera
-- and event of theirs is which of ours.

-- A company as Digital Watchdog names it. Its rules show the secret, of which only the hash is kept.
create table dw_organization (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  secret_hash text not null unique,
  -- The last four characters, so that people can tell secrets apart.
  secret_end text not null check (length(secret_end) <= 4),
  created_at timestamptz not null,
  last_event_at timestamptz,
  -- The last event that could not be given to a camera: its system and camera, as it named them.
  last_unmapped jsonb
);
create index dw_organization_company on dw_organization (company_id);
alter table dw_organization enable row level security;
alter table dw_organization force row level security;
create policy tenant on dw_organization using (company_id = (select app.company()) or (select app.is_system()));

create table dw_server (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  system_id text not null check (length(system_id) between 1 and 100),
  system_name text not null check (length(system_name) <= 200),
  server_id text not null check (length(server_id) between 1 and 100),
  server_name text not null check (length(server_name) <= 200),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  username text not null check (length(username) <= 200),
  -- Sealed with the master key.
  password text not null,
  -- Of the certificate that the server showed when it was added. Empty: it was signed by a known authority, and is checked so.
  fingerprint text not null check (length(fingerprint) <= 95),
  unique (company_id, system_id, server_id)
);
alter table dw_server enable row level security;
alter table dw_server force row level security;
create policy tenant on dw_server using (company_id = (select app.company()) or (select app.is_system()));

create table dw_camera (
  company_id uuid not null references company (id) on delete cascade,
  system_id text not null check (length(system_id) between 1 and 100),
  system_name text not null check (length(system_name) <= 200),
  server_id text not null check (length(server_id) <= 100),
  server_name text not null check (length(server_name) <= 200),
  camera_id text not null check (length(camera_id) between 1 and 100),
  camera_name text not null check (length(camera_name) <= 200),
  group_name text not null check (length(group_name) <= 200),
  view_id uuid not null references view (id) on delete cascade,
  primary key (company_id, system_id, camera_id)
);
create index dw_camera_view on dw_camera (view_id);
alter table dw_camera enable row level security;
alter table dw_camera force row level security;
create policy tenant on dw_camera using (company_id = (select app.company()) or (select app.is_system()));

-- What an event of the system means. An empty column stands for any value.
create table dw_alarm (
  company_id uuid not null references company (id) on delete cascade,
  position integer not null,
  system_name text not null check (length(system_name) <= 200),
  server_id text not null check (length(server_id) <= 100),
  camera_id text not null check (length(camera_id) <= 100),
  alarm_type text not null check (length(alarm_type) <= 200),
  alarm_name text not null check (length(alarm_name) <= 200),
  action_type text not null check (length(action_type) <= 200),
  event_id text not null check (length(event_id) <= 200),
  event_type text not null check (length(event_type) <= 20),
  primary key (company_id, position)
);
alter table dw_alarm enable row level security;
alter table dw_alarm force row level security;
create policy tenant on dw_alarm using (company_id = (select app.company()) or (select app.is_system()));

-- The new list is wider, so rows need not be looked through.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision', 'digitalwatchdog')) not valid;
