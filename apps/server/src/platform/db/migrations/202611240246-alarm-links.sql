-- Links that show one alarm to people without a login. Only a hash of a link's token is stored.

create table alarm_link (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  -- The table of alarms is partitioned, so that there is no foreign key.
  alarm_id uuid not null,
  token_hash text not null unique,
  note text not null,
  created_at timestamptz not null,
  -- The link works as long as its maker may share the alarm. Without a maker it works no longer.
  user_id uuid references app_user (id) on delete set null,
  token_id uuid references api_token (id) on delete set null,
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text,
  open_count integer not null default 0,
  last_opened_at timestamptz
);
create index alarm_link_alarm on alarm_link (alarm_id);
create index alarm_link_company on alarm_link (company_id);
create index alarm_link_user on alarm_link (user_id) where user_id is not null;
create index alarm_link_token on alarm_link (token_id) where token_id is not null;
create index alarm_link_age on alarm_link (expires_at);

alter table alarm_link enable row level security;
alter table alarm_link force row level security;
create policy tenant on alarm_link using (company_id = (select app.company()) or (select app.is_system()));
