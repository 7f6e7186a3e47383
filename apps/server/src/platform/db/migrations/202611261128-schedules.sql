-- When cameras count. Templates are shared: sites and cameras follow them. A schedule of a site's or camera's own stands in its row.
create table schedule_template (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- { weekly: [[day, start, end]], special: [[start, end]], days: [[from, to, name]] }, minutes of the day and dates.
  content jsonb not null,
  version integer not null default 1,
  created_by uuid references app_user (id) on delete set null,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (company_id, id)
);
create unique index schedule_template_name on schedule_template (company_id, lower(name));
create index schedule_template_author on schedule_template (created_by) where created_by is not null;

alter table schedule_template enable row level security;
alter table schedule_template force row level security;
create policy tenant on schedule_template using (company_id = (select app.company()) or (select app.is_system()));

-- At most one of the two: a template, or windows of its own. The device type of a site says what its cameras count by: 1 time, 2 arming.
alter table site add column schedule_device_type smallint check (schedule_device_type in (1, 2)), add column schedule_id uuid,
  add column own_schedule jsonb, add column schedule_version integer not null default 0,
  add foreign key (company_id, schedule_id) references schedule_template (company_id, id),
  add check (schedule_id is null or own_schedule is null),
  add check (schedule_device_type is not null or (schedule_id is null and own_schedule is null));
alter table view add column schedule_id uuid, add column own_schedule jsonb,
  add column schedule_version integer not null default 0,
  add foreign key (company_id, schedule_id) references schedule_template (company_id, id),
  add check (schedule_id is null or own_schedule is null);
create index site_schedule on site (schedule_id) where schedule_id is not null;
create index view_schedule on view (schedule_id) where schedule_id is not null;

-- Further reasons for which an alarm is kept and not judged.
alter table alarm drop constraint alarm_outside_check,
  add constraint alarm_outside_check check (outside in ('inactive', 'no-product', 'paused', 'disarmed', 'schedule'));
