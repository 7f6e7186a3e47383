-- Someone with a few sites goes through these sites' own lists whatever they filter by, and a rare label there was looked for in
-- all alarms of the site. All that the list filters by is in these three indexes now, so that the alarms are not read for it.
drop index alarm_project;
create index alarm_project on alarm (project_id, id)
  include (company_id, site_id, is_test, verdict, event_type, classes, ground_truth, cus_ground_truth, note_count);
drop index alarm_site;
create index alarm_site on alarm (site_id, id)
  include (company_id, is_test, verdict, event_type, classes, ground_truth, cus_ground_truth, note_count);
drop index alarm_view;
create index alarm_view on alarm (view_id, id)
  include (company_id, site_id, is_test, verdict, event_type, classes, ground_truth, cus_ground_truth, note_count);
