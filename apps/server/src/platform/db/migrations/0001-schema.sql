-- The first schema. Ids are UUIDv7 made by the program, so that they sort by time and alarms can be partitioned by id alone.
-- Two walls keep tenants apart: every query names its company, and row-level security repeats it here for the runtime role.

create schema app;

-- The company of the running transaction, or null. set_config(…, true) leaves '' behind after the transaction, hence nullif.
create function app.company() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;

-- True inside transactions of the program's own workers, which serve all companies.
create function app.is_system() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.system', true), '') = 'on';

-- The smallest UUIDv7 of an instant: turns a time window into an id window.
create function app.uuid_from_time(at timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- The instant a UUIDv7 was made at.
create function app.time_from_uuid(id uuid) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);

create table system_setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table company (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  kind text not null default 'customer' check (kind in ('provider', 'customer')),
  theme text not null default 'default' check (theme in ('default', 'pelco', 'provider')),
  subdomain text unique,
  default_site_timezone text not null default 'Europe/London',
  mask_color smallint[] not null default '{255,0,0}',
  mask_opacity real not null default 0.3,
  unlocks jsonb not null default '{}',
  retention_days integer not null default 30 check (retention_days between 1 and 3650),
  suspended_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table app_user (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  email text not null check (length(email) <= 318),
  name text not null check (length(name) between 1 and 100),
  user_type text not null,
  extra_roles text[] not null default '{}',
  account_type text not null default 'standard',
  password_hash text,
  preferences jsonb not null default '{}',
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index app_user_email on app_user (lower(email));
create index app_user_company on app_user (company_id, id);

create table session (
  id uuid primary key,
  token_hash text not null unique,
  user_id uuid not null references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  keep_logged_in boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  user_agent text
);
create index session_of_user on session (user_id) where ended_at is null;
create index session_expiry on session (expires_at);

-- Which part of the tree a user of a restricted type may see or change. Users of unrestricted types have no rows here.
create table user_grant (
  user_id uuid not null references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  node_type text not null check (node_type in ('project', 'site', 'view')),
  node_id uuid not null,
  permission text not null default 'read' check (permission in ('read', 'write')),
  primary key (user_id, node_type, node_id)
);

create table api_token (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid references app_user (id) on delete set null,
  token_type text not null check (token_type in ('ingest', 'api', 'calendar')),
  name text not null check (length(name) between 1 and 100),
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_token_company on api_token (company_id, id);

create table project (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index project_company on project (company_id, lower(name), id) where deleted_at is null;

create table site (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  project_id uuid not null references project (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  timezone text,
  active boolean not null default true,
  smtp_auth_required boolean not null default false,
  smtp_user text unique,
  smtp_password_hash text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index site_project on site (project_id, lower(name), id) where deleted_at is null;
create index site_company on site (company_id, id) where deleted_at is null;

create table view (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  project_id uuid not null references project (id) on delete cascade,
  site_id uuid not null references site (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  integration text not null default 'email',
  active boolean not null default true,
  address_token text not null unique,
  channel text,
  device_model text,
  masks jsonb not null default '[]',
  wanted_classes text[] not null default '{person,vehicle,cycle}',
  sensitivity smallint not null default 3 check (sensitivity between 1 and 5),
  thermal boolean not null default false,
  ptz boolean not null default false,
  merge_window_seconds integer not null default 10 check (merge_window_seconds between 0 and 300),
  last_signal_at timestamptz,
  last_test_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index view_site on view (site_id, lower(name), id) where deleted_at is null;
create index view_company on view (company_id, id) where deleted_at is null;
create index view_project on view (project_id, id) where deleted_at is null;

-- What the filter remembers of a camera (parked cars, usual false spots). Apart from view, because it changes with every alarm.
create table view_memory (
  view_id uuid primary key references view (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  memory jsonb not null,
  updated_at timestamptz not null default now()
);

-- What arrived, word for word. Committed before the sender is told '250' or '200'.
create table signal (
  id uuid not null,
  company_id uuid not null,
  site_id uuid,
  view_id uuid,
  source text not null check (source in ('smtp', 'http')),
  received_at timestamptz not null,
  raw_key text,
  raw_bytes bigint not null,
  raw_type text,
  raw_sha256 text not null,
  remote_address text,
  recipient text,
  idempotency_key text,
  state text not null default 'stored' check (state in ('stored', 'parsed')),
  attempts smallint not null default 0,
  lease_until timestamptz,
  kind text check (kind in ('alarm', 'stop', 'test', 'unparsed')),
  vendor text,
  event text,
  event_type text,
  device_time text,
  subject text,
  body_text text,
  device jsonb,
  problems jsonb not null default '[]',
  is_test boolean not null default false,
  duplicate_of uuid,
  alarm_id uuid,
  primary key (id)
) partition by range (id);
create index signal_waiting on signal (received_at) where state = 'stored';
create index signal_view on signal (view_id, id);
create index signal_alarm on signal (alarm_id) where alarm_id is not null;
create index signal_unmatched on signal (site_id, id) where view_id is null;
create index signal_company on signal (company_id, id);

-- Makes resends point at their original. Unpartitioned, because uniqueness across partitions cannot be had otherwise.
create table signal_key (
  company_id uuid not null,
  key text not null,
  signal_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, key)
);
create index signal_key_age on signal_key (created_at);

create table alarm (
  id uuid not null,
  company_id uuid not null,
  project_id uuid not null,
  site_id uuid not null,
  view_id uuid not null,
  received_at timestamptz not null,
  last_signal_at timestamptz not null,
  device_time text,
  source text not null,
  vendor text,
  event text,
  event_type text not null default 'unknown',
  verdict text check (verdict in ('true', 'false', 'unverified')),
  verdict_at timestamptz,
  deadline_at timestamptz not null,
  released_at timestamptz,
  score real,
  classes text[] not null default '{}',
  reasons jsonb not null default '[]',
  detections jsonb not null default '[]',
  problems jsonb not null default '[]',
  masks jsonb not null default '[]',
  model jsonb,
  timings jsonb,
  frame_count smallint not null default 0,
  signal_count smallint not null default 1,
  is_test boolean not null default false,
  analysed_signals smallint not null default 0,
  boxes_removed boolean not null default false,
  ground_truth boolean,
  cus_ground_truth boolean,
  sup_ground_truth boolean,
  labelled_by uuid,
  labelled_at timestamptz,
  note_count smallint not null default 0,
  version integer not null default 1,
  primary key (id)
) partition by range (id);
-- Each filter of the list has its index in the order of the list, so that a page costs the same however rare its alarms are.
-- With site and is_test in them, counts and lists of users who see some sites are made from the index alone.
create index alarm_company on alarm (company_id, id) include (site_id, is_test);
create index alarm_company_verdict on alarm (company_id, verdict, id) include (site_id, is_test);
create index alarm_company_event on alarm (company_id, event_type, id) include (site_id, is_test);
create index alarm_labelled on alarm (company_id, ground_truth, id) include (site_id, is_test) where ground_truth is not null;
create index alarm_cus_labelled on alarm (company_id, cus_ground_truth, id) include (site_id, is_test)
  where cus_ground_truth is not null;
create index alarm_noted on alarm (company_id, id) include (site_id, is_test) where note_count > 0;
-- One per class: an index of array elements has no order, and only passed alarms have classes at all.
create index alarm_person on alarm (company_id, id) include (site_id, is_test) where classes @> '{person}';
create index alarm_vehicle on alarm (company_id, id) include (site_id, is_test) where classes @> '{vehicle}';
create index alarm_cycle on alarm (company_id, id) include (site_id, is_test) where classes @> '{cycle}';
create index alarm_animal on alarm (company_id, id) include (site_id, is_test) where classes @> '{animal}';
create index alarm_bag on alarm (company_id, id) include (site_id, is_test) where classes @> '{bag}';
create index alarm_other on alarm (company_id, id) include (site_id, is_test) where classes @> '{other}';
create index alarm_site on alarm (site_id, id);
create index alarm_view on alarm (view_id, id);
create index alarm_project on alarm (project_id, id);
create index alarm_waiting on alarm (deadline_at) where verdict is null;

create table frame (
  alarm_id uuid not null,
  position smallint not null,
  company_id uuid not null,
  signal_id uuid not null,
  media_id text not null,
  media_index smallint not null default 0,
  kind text not null check (kind in ('still', 'clip', 'clip-frame')),
  original_key text,
  original_type text not null,
  original_bytes integer not null,
  display_key text,
  width integer,
  height integer,
  offset_ms integer,
  motion jsonb not null default '[]',
  primary key (alarm_id, position)
) partition by range (alarm_id);

create table alarm_note (
  id uuid primary key,
  alarm_id uuid not null,
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid references app_user (id) on delete set null,
  user_name text not null,
  content text not null check (length(content) between 1 and 2048),
  created_at timestamptz not null default now()
);
create index alarm_note_alarm on alarm_note (alarm_id, id);

-- Work for the analysis processes. A lane is a view with work waiting; claiming takes the lane that has waited longest, and of
-- it the oldest task: order within a view, round-robin between views, and a claim that costs the same at any number of views.
create table analysis_lane (
  view_id uuid primary key,
  company_id uuid not null,
  ready_at timestamptz not null,
  lease_until timestamptz,
  lease_owner uuid
);
create index analysis_lane_ready on analysis_lane (ready_at);

create table analysis_task (
  sequence bigint generated always as identity primary key,
  view_id uuid not null,
  company_id uuid not null,
  alarm_id uuid not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  unique (alarm_id)
);
create index analysis_task_view on analysis_task (view_id, sequence);

create table receiver (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  site_id uuid not null references site (id) on delete cascade,
  kind text not null check (kind in ('webhook', 'email')),
  name text not null check (length(name) between 1 and 100),
  config jsonb not null,
  secrets text,
  active boolean not null default true,
  disabled_reason text,
  failures integer not null default 0,
  circuit_until timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index receiver_site on receiver (site_id) where deleted_at is null;
create index receiver_company on receiver (company_id, id) where deleted_at is null;

-- The outbox: written in the transaction of the verdict, emptied by the dispatcher.
create table delivery (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  receiver_id uuid not null references receiver (id) on delete cascade,
  alarm_id uuid,
  type text not null check (type in ('alarm.created', 'alarm.corrected', 'test')),
  verdict text,
  previous_verdict text,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_at timestamptz,
  lease_until timestamptz,
  first_attempt_at timestamptz,
  finished_at timestamptz,
  last_status integer,
  last_error text,
  last_detail text,
  served text[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index delivery_once on delivery (receiver_id, alarm_id, type, verdict) where alarm_id is not null;
create index delivery_due on delivery (next_at) where state = 'pending';
create index delivery_receiver on delivery (receiver_id, id);
create index delivery_alarm on delivery (alarm_id) where alarm_id is not null;
create index delivery_dead on delivery (company_id, id) where state = 'dead';

-- Counts by site and hour, kept in the transaction that changes them, so that Home never counts alarms one by one.
-- The row with the nil site is the whole company.
create table alarm_hour (
  company_id uuid not null references company (id) on delete cascade,
  site_id uuid not null,
  hour timestamptz not null,
  received integer not null default 0,
  passed integer not null default 0,
  filtered integer not null default 0,
  unverified integer not null default 0,
  primary key (company_id, site_id, hour)
);
-- For those who see thousands of sites: the rows of some hours, without a look at each site.
create index alarm_hour_hour on alarm_hour (company_id, hour, site_id);

create table audit (
  id uuid not null primary key,
  company_id uuid not null,
  time timestamptz not null default now(),
  user_id uuid,
  user_name text not null,
  action text not null,
  object_type text not null,
  object_id text,
  object_name text,
  before jsonb,
  after jsonb,
  address text,
  request_id text
);
create index audit_company on audit (company_id, id);
create index audit_object on audit (object_type, object_id, id);

create table live_event (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  company_id uuid not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index live_event_position on live_event (xid, id);
create index live_event_age on live_event (created_at);

create table worker_heartbeat (
  pool_id text primary key,
  beat_at timestamptz not null default now()
);

-- Partitions are made ahead of time by the program (app.ensure_partitions); the default ones catch what falls outside.
create table signal_default partition of signal default;
create table alarm_default partition of alarm default;
create table frame_default partition of frame default;

-- Makes the monthly partitions for an instant's month. Runs as the owner of the tables, whoever calls it.
create function app.ensure_partitions(at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_start timestamptz := date_trunc('month', at at time zone 'UTC') at time zone 'UTC';
  month_end timestamptz := (date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  suffix text := to_char(at at time zone 'UTC', 'YYYY_MM');
  parent text;
begin
  perform pg_advisory_xact_lock(hashtext('app.ensure_partitions'));
  foreach parent in array array['signal', 'alarm', 'frame'] loop
    if to_regclass(format('public.%I', parent || '_' || suffix)) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        parent || '_' || suffix, parent, app.uuid_from_time(month_start), app.uuid_from_time(month_end));
    end if;
  end loop;
end $$;

select app.ensure_partitions(now());
select app.ensure_partitions(now() + interval '1 month');

-- Row-level security. 'force' binds the owner too, so that a forgotten role cannot open the wall.
do $$
declare
  t text;
begin
  foreach t in array array['app_user', 'session', 'user_grant', 'api_token', 'project', 'site', 'view', 'view_memory', 'signal',
    'signal_key', 'alarm', 'frame', 'alarm_note', 'analysis_lane', 'analysis_task', 'receiver', 'delivery', 'alarm_hour',
    'audit', 'live_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (company_id = (select app.company()) or (select app.is_system()))', t);
  end loop;
  alter table company enable row level security;
  alter table company force row level security;
  create policy tenant on company using (id = (select app.company()) or (select app.is_system()));
end $$;

-- What the runtime role may do: rows, never definitions; of the audit it may only add and read. Called after every migration.
create function app.grant_runtime(role text) returns void
  language plpgsql as $$
begin
  execute format('grant usage on schema public, app to %I', role);
  execute format('grant execute on all functions in schema app to %I', role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
  execute format('grant usage, select on all sequences in schema public to %I', role);
  execute format('revoke update, delete, truncate on audit from %I', role);
  execute format('revoke execute on function app.grant_runtime(text) from public, %I', role);
end $$;

-- Retention and the sweep of orphans ask whether a file is still named by a row.
create index signal_raw_key on signal (raw_key) where raw_key is not null;
create index frame_original_key on frame (original_key) where original_key is not null;
create index frame_display_key on frame (display_key) where display_key is not null;
