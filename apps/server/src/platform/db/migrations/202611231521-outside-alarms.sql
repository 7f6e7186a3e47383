-- A camera can be paused or switched off, alone or with its site, or have no product. Its alarms are then kept, but neither analysed nor
-- delivered.
alter table site add column paused_until timestamptz, add column paused_at timestamptz, add column pause_reason text
  check (length(pause_reason) between 1 and 200), add column paused_by text,
  add check (paused_until is null or (paused_at is not null and pause_reason is not null and paused_by is not null));
alter table view add column paused_until timestamptz, add column paused_at timestamptz, add column pause_reason text
  check (length(pause_reason) between 1 and 200), add column paused_by text,
  add check (paused_until is null or (paused_at is not null and pause_reason is not null and paused_by is not null));
-- What a person has switched on. Every camera there is has the filter.
alter table view add column products text[] not null default '{detect}';

-- What of that held when the message arrived. A message can be read long after.
alter table signal add column standing jsonb;

-- Why the alarm does not count, and until when that lasts; null for one that does. Such an alarm never gets a verdict.
alter table alarm add column outside text check (outside in ('inactive', 'no-product', 'paused')),
  add column outside_until timestamptz, add check (outside is null or verdict is null);
drop index alarm_waiting;
create index alarm_waiting on alarm (deadline_at) where verdict is null and outside is null;

-- The list leaves these alarms out unless it is asked for them, so all indexes that it counts from have the column.
drop index alarm_company;
create index alarm_company on alarm (company_id, id)
  include (site_id, is_test, note_count, ground_truth, cus_ground_truth, outside);
drop index alarm_company_verdict;
create index alarm_company_verdict on alarm (company_id, verdict, id) include (site_id, is_test, outside);
drop index alarm_company_event;
create index alarm_company_event on alarm (company_id, event_type, id) include (site_id, is_test, outside);
drop index alarm_labelled;
create index alarm_labelled on alarm (company_id, ground_truth, id) include (site_id, is_test, verdict, classes, outside)
  where ground_truth is not null;
drop index alarm_cus_labelled;
create index alarm_cus_labelled on alarm (company_id, cus_ground_truth, id) include (site_id, is_test, verdict, classes, outside)
  where cus_ground_truth is not null;
drop index alarm_noted;
create index alarm_noted on alarm (company_id, id) include (site_id, is_test, verdict, classes, outside) where note_count > 0;
drop index alarm_project;
create index alarm_project on alarm (project_id, id)
  include (company_id, site_id, is_test, verdict, event_type, classes, ground_truth, cus_ground_truth, note_count, outside);
drop index alarm_site;
create index alarm_site on alarm (site_id, id)
  include (company_id, is_test, verdict, event_type, classes, ground_truth, cus_ground_truth, note_count, outside);
drop index alarm_view;
create index alarm_view on alarm (view_id, id)
  include (company_id, site_id, is_test, verdict, event_type, classes, ground_truth, cus_ground_truth, note_count, outside);
create index alarm_outside on alarm (company_id, id) include (site_id, is_test) where outside is not null;

alter table alarm_hour add column outside integer not null default 0;
alter table scope_hour add column outside integer not null default 0;
