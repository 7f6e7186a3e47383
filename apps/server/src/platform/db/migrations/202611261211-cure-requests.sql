-- What people who lack the right ask of their administrators at an alarm, with the areas that they have drawn.

create table cure_request (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  -- The table of alarms is partitioned, so that there is no foreign key.
  alarm_id uuid not null,
  project_id uuid not null,
  site_id uuid not null,
  view_id uuid not null references view (id) on delete cascade,
  cure text not null check (cure in ('mask', 'mute', 'sensitivity', 'resend', 'share')),
  note text not null check (length(note) <= 500),
  -- Polygons of the picture, as in the masks of a camera.
  areas jsonb not null,
  user_id uuid references app_user (id) on delete set null,
  asked_by text not null,
  asked_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'done', 'declined')),
  decided_by text,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 500),
  check ((state = 'open') = (decided_at is null))
);
create index cure_request_open on cure_request (company_id, id) where state = 'open';
create index cure_request_company on cure_request (company_id, id);
create index cure_request_view on cure_request (view_id, id);
create index cure_request_alarm on cure_request (alarm_id);
create index cure_request_user on cure_request (user_id) where user_id is not null;
create index cure_request_age on cure_request (asked_at);

alter table cure_request enable row level security;
alter table cure_request force row level security;
create policy tenant on cure_request using (company_id = (select app.company()) or (select app.is_system()));
