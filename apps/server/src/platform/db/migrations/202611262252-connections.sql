-- Devices and systems that the program calls, instead of waiting for them. One process owns a connection at a time, by a lease that it renews.
-- `settings` holds what its kind needs without the secrets, which are sealed. `version` rises with each change, so that the owner connects anew.
create table connection (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  site_id uuid references site (id) on delete cascade,
  view_id uuid references view (id) on delete cascade,
  kind text not null,
  settings jsonb not null,
  sealed text,
  version integer not null default 1,
  -- How far the events of the other side were read, in its own words, so that nothing is missed after an outage.
  position text,
  owner uuid,
  lease_until timestamptz,
  -- What the owner found: whether it is connected, since when that is so, and when it was connected for the last time.
  is_up boolean not null default false,
  since timestamptz not null,
  last_up_at timestamptz,
  -- The last sign of life, and the last event.
  seen_at timestamptz,
  event_at timestamptz,
  -- Why it is not connected, and the line of the settings that would allow its address.
  problem text,
  problem_setting text,
  problem_at timestamptz
);
create unique index connection_view on connection (view_id, kind) where view_id is not null;
create index connection_site on connection (site_id) where site_id is not null;
create index connection_company on connection (company_id);

alter table connection enable row level security;
alter table connection force row level security;
create policy tenant on connection using (company_id = (select app.company()) or (select app.is_system()));
