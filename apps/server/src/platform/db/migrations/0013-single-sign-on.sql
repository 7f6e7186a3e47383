-- Single sign-on: a company's application in its directory (Entra ID), the e-mail domains whose people log in there, and who of the
-- directory is which account.

create table sso_connection (
  id uuid primary key,
  company_id uuid not null unique references company (id) on delete cascade,
  client_id text not null check (length(client_id) between 1 and 200),
  -- Sealed with the master key.
  client_secret text not null,
  enabled boolean not null,
  allow_password boolean not null
);
alter table sso_connection enable row level security;
alter table sso_connection force row level security;
create policy tenant on sso_connection using (company_id = (select app.company()) or (select app.is_system()));

-- A domain decides where people are sent, so it counts once the provider has confirmed whose it is; and it is one company's.
create table sso_domain (
  company_id uuid not null references sso_connection (company_id) on delete cascade,
  domain text not null check (domain = lower(domain) and length(domain) <= 253),
  tenant_id uuid not null,
  confirmed_at timestamptz,
  primary key (company_id, domain)
);
create unique index sso_domain_confirmed on sso_domain (domain) where confirmed_at is not null;
alter table sso_domain enable row level security;
alter table sso_domain force row level security;
create policy tenant on sso_domain using (company_id = (select app.company()) or (select app.is_system()));

-- Never by e-mail: addresses are given to other people, subjects are not.
create table sso_identity (
  id uuid primary key,
  company_id uuid not null references sso_connection (company_id) on delete cascade,
  user_id uuid not null unique references app_user (id) on delete cascade,
  issuer text not null,
  tenant_id uuid not null,
  subject text not null check (length(subject) <= 255),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (company_id, issuer, tenant_id, subject)
);
alter table sso_identity enable row level security;
alter table sso_identity force row level security;
create policy tenant on sso_identity using (company_id = (select app.company()) or (select app.is_system()));

-- Links that were mailed to an account's address to connect it.
create table sso_link (
  token_hash text primary key,
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sso_link_user on sso_link (user_id);
create index sso_link_expiry on sso_link (expires_at);
alter table sso_link enable row level security;
alter table sso_link force row level security;
create policy tenant on sso_link using (company_id = (select app.company()) or (select app.is_system()));

-- Logins that were begun and whose browser is at the provider. Finishing one takes the row away, so each counts once.
create table sso_login (
  state_hash text primary key,
  -- Of the secret in the cookie of the browser that began it.
  browser_hash text not null,
  company_id uuid not null references sso_connection (company_id) on delete cascade,
  domain text not null,
  purpose text not null check (purpose in ('login', 'connect', 'trial')),
  -- Whose account is to be connected, or who tries.
  user_id uuid references app_user (id) on delete cascade,
  link_hash text,
  keep_logged_in boolean not null,
  redirect text,
  expires_at timestamptz not null
);
create index sso_login_expiry on sso_login (expires_at);
alter table sso_login enable row level security;
alter table sso_login force row level security;
create policy tenant on sso_login using (company_id = (select app.company()) or (select app.is_system()));
