-- Videofied panels, which speak the protocol of Frontel. A panel has the id of its site; its serial number tells whose it is.
-- The new list is wider, so rows need not be looked through.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision', 'digitalwatchdog', 'milestone', 'dc09', 'rtsp', 'axis', 'instar', 'uniview',
    'dahua', 'videofied')) not valid;
create table videofied_panel (
  id uuid primary key references site (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  -- In upper case. Nothing else in a message tells whose it is, so no two panels of an installation may have the same.
  serial text not null unique check (serial ~ '^[0-9A-F]{16}$'),
  -- How often its messages were acknowledged. What comes again with the same count is a repeat.
  acknowledged integer not null default 0,
  seen_at timestamptz,
  -- The last event that it reported, in plain words.
  event text,
  event_at timestamptz,
  -- Why it was not served, and when.
  problem text,
  problem_at timestamptz,
  -- What it said of itself and its devices last, as it came, and the last lines of its log.
  status text check (length(status) <= 100000),
  log text check (length(log) <= 2000),
  check ((event is null) = (event_at is null)),
  check ((problem is null) = (problem_at is null))
);
create index videofied_panel_company on videofied_panel (company_id);
alter table videofied_panel enable row level security;
alter table videofied_panel force row level security;
create policy tenant on videofied_panel using (company_id = (select app.company()) or (select app.is_system()));

-- Serial numbers that called and belong to no panel are kept beside the accounts of SIA DC-09.
alter table unknown_panel add column kind text not null default 'dc09' check (kind in ('dc09', 'videofied')),
  drop constraint unknown_panel_pkey, add primary key (kind, account);
