-- Panels that speak SIA DC-09 send the alarms of their detectors. A panel has the id of its site; its account tells whose it is.
-- The new list is wider, so rows need not be looked through.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision', 'digitalwatchdog', 'dc09')) not valid;
create table panel (
  id uuid primary key references site (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  -- In upper case. Nothing else in a message tells whose it is, so no two panels of an installation may have the same.
  account text not null unique check (account ~ '^[0-9A-F]{3,16}$'),
  -- Null: its messages are not encrypted.
  sealed_key text,
  key_bits integer check (key_bits in (128, 192, 256)),
  -- Whether its opening and closing disarms and arms the site.
  arms boolean not null default false,
  -- The part of the panel that counts for that; null: each.
  area integer check (area between 1 and 99),
  seen_at timestamptz,
  -- Why its last message was not taken, and when.
  problem text,
  problem_at timestamptz,
  check ((sealed_key is null) = (key_bits is null)),
  check ((problem is null) = (problem_at is null))
);
create index panel_company on panel (company_id);
alter table panel enable row level security;
alter table panel force row level security;
create policy tenant on panel using (company_id = (select app.company()) or (select app.is_system()));

-- Accounts that called and belong to no panel.
create table unknown_panel (
  account text primary key,
  remote_address text not null,
  last_at timestamptz not null,
  times integer not null default 1
);
create index unknown_panel_last on unknown_panel (last_at);
alter table unknown_panel enable row level security;
alter table unknown_panel force row level security;
create policy system on unknown_panel using ((select app.is_system()));
