-- Looks at pictures are told by the alarm, and read by the hour: of those that one user took at one camera within an hour the first
-- leads, and the list shows it alone. Rows from before have no fold and lead nothing; they are shown one by one.
alter table audit
  add column fold text,
  add column leads_fold boolean;
create unique index audit_fold_leader on audit (company_id, fold) where leads_fold;
create index audit_fold on audit (company_id, fold, id) where fold is not null;

-- The list without looks, which is what it shows first: looks are most of all rows.
create index audit_company_done on audit (company_id, id)
  where action not in ('alarm.viewed', 'view.pictures-fetched');
create index audit_user_done on audit (company_id, user_id, id)
  where action not in ('alarm.viewed', 'view.pictures-fetched');
create index audit_project_done on audit (project_id, id)
  where project_id is not null and action not in ('alarm.viewed', 'view.pictures-fetched');
create index audit_site_done on audit (site_id, id)
  where site_id is not null and action not in ('alarm.viewed', 'view.pictures-fetched');
create index audit_view_done on audit (view_id, id)
  where view_id is not null and action not in ('alarm.viewed', 'view.pictures-fetched');
