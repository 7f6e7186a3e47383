-- Users who are invited by mail and managed in long lists, super users who act in the name of others, logos, and an audit that can
-- be asked: by user, by action, by kind of thing and by place in the tree.

alter table app_user
  add column scene_change_mode text not null default 'images' check (scene_change_mode in ('images', 'video', 'overlay')),
  add column scene_change_opacity smallint not null default 50 check (scene_change_opacity between 0 and 100);
create index app_user_name on app_user (company_id, lower(name), id);

-- Open until its end or until it was accepted; a new one takes the place of the last.
create table invitation (
  user_id uuid primary key references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table invitation enable row level security;
alter table invitation force row level security;
create policy tenant on invitation using (company_id = (select app.company()) or (select app.is_system()));

-- A super user's session in another's name; it ends with the session it was opened from.
alter table session
  add column impersonator_id uuid references app_user (id) on delete cascade,
  add column parent_id uuid references session (id) on delete cascade;
create index session_parent on session (parent_id) where parent_id is not null;

alter table company
  add column logo_key text,
  add column site_idle_hours smallint not null default 24 check (site_idle_hours between 2 and 168);
create index company_name on company (lower(name), id);

-- Null: the whole company. A token of some clients and sites sees these alone.
alter table api_token
  add column project_ids uuid[],
  add column site_ids uuid[];

alter table audit
  add column impersonator_id uuid,
  add column impersonator_name text,
  add column project_id uuid,
  add column site_id uuid,
  add column view_id uuid,
  -- Says what may be told once only, as a look at an alarm's pictures within an hour.
  add column once text;
create unique index audit_once on audit (company_id, once) where once is not null;
create index audit_user on audit (company_id, user_id, id);
create index audit_action on audit (company_id, action, id);
create index audit_type on audit (company_id, object_type, id);
create index audit_project on audit (project_id, id) where project_id is not null;
create index audit_site on audit (site_id, id) where site_id is not null;
create index audit_view on audit (view_id, id) where view_id is not null;
