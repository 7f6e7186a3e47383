-- How often a login failed lately, by account and by address; known and unknown accounts are counted alike. From a few failures
-- on a captcha is asked for. Of no tenant: whoever fails may belong to none.
create table login_failure (
  -- 'account:' and the hash of the e-mail as it was typed, or 'address:' and the address.
  key text primary key,
  count integer not null,
  since timestamptz not null
);
create index login_failure_since on login_failure (since);

-- Captchas that were drawn and not answered yet. Answering takes the row away, so each counts once.
create table captcha (
  nonce_hash text primary key,
  -- Of nonce and answer together: without the nonce, which only the browser has, it tells nothing.
  answer_hash text not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

-- Links that were mailed to set a password.
create table password_link (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_link_user on password_link (user_id);
create index password_link_expiry on password_link (expires_at);
alter table password_link enable row level security;
alter table password_link force row level security;
create policy tenant on password_link using (company_id = (select app.company()) or (select app.is_system()));
