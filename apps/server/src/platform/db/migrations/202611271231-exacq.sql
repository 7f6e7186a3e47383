-- Recorders of exacqVision of a company: where they are, and whether they could be used when they were called last.
create table exacq_recorder (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  -- Which server behind the Web Service.
  server_number integer not null check (server_number between 0 and 999),
  username text not null check (length(username) <= 200),
  -- Sealed with the master key.
  password text not null,
  -- Of the certificate that the Web Service showed when it was added. Empty: it was signed by a known authority, and is checked so.
  fingerprint text not null check (length(fingerprint) <= 95),
  -- When it was last used with success, and why the call after that failed.
  seen_at timestamptz,
  problem text check (length(problem) <= 40),
  problem_setting text,
  unique (company_id, host, port, server_number)
);
alter table exacq_recorder enable row level security;
alter table exacq_recorder force row level security;
create policy tenant on exacq_recorder using (company_id = (select app.company()) or (select app.is_system()));

alter table dw_camera drop constraint dw_camera_vendor_check,
  add constraint dw_camera_vendor_check check (vendor in ('digitalwatchdog', 'milestone', 'exacq'));
