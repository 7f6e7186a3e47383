-- A second factor after the password: one-time codes of an authenticator app (RFC 6238), and backup codes for when it is lost.

-- off: nobody is asked; optional: the set-up may be put off so many times; strict: everybody, at the next login.
alter table company
  add column two_factor_mode text not null default 'off' check (two_factor_mode in ('off', 'optional', 'strict')),
  add column two_factor_skips smallint not null default 3 check (two_factor_skips between 0 and 20);
alter table app_user
  add column two_factor_required boolean not null default false,
  add column two_factor_skips_used smallint not null default 0;

-- One row per user who has set it up or begun to.
create table second_factor (
  id uuid primary key references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  -- Sealed with the master key, and what is in force since when.
  secret text,
  confirmed_at timestamptz,
  -- The newest time step of which a code was accepted: none counts twice.
  last_step bigint,
  -- Sealed too: shown as a QR code to this login or session alone, and in force once a code of it was confirmed there.
  new_secret text,
  new_secret_by text,
  new_secret_at timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((new_secret is null) = (new_secret_by is null) and (new_secret is null) = (new_secret_at is null))
);
alter table second_factor enable row level security;
alter table second_factor force row level security;
create policy tenant on second_factor using (company_id = (select app.company()) or (select app.is_system()));

create table backup_code (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  -- A slow hash, and sealed besides: six digits can be tried out whatever a hash costs.
  sealed_hash text not null,
  used_at timestamptz
);
create index backup_code_user on backup_code (user_id);
alter table backup_code enable row level security;
alter table backup_code force row level security;
create policy tenant on backup_code using (company_id = (select app.company()) or (select app.is_system()));

-- Logins that have shown the right password and wait for the second factor, or for its set-up.
create table waiting_login (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash text not null unique,
  keep_logged_in boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index waiting_login_user on waiting_login (user_id);
create index waiting_login_expiry on waiting_login (expires_at);
alter table waiting_login enable row level security;
alter table waiting_login force row level security;
create policy tenant on waiting_login using (company_id = (select app.company()) or (select app.is_system()));
