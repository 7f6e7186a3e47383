-- A count goes through up to ten thousand alarms, and a rare filter within a client through all of its alarms. What the filters ask
-- about is now in these indexes, so that neither reads the alarms themselves, which are wide and lie far apart. None of the added
-- columns makes updates costlier: each was part of some index already.
drop index alarm_company;
create index alarm_company on alarm (company_id, id) include (site_id, is_test, note_count, ground_truth, cus_ground_truth);
drop index alarm_project;
create index alarm_project on alarm (project_id, id) include (company_id, site_id, is_test, verdict);
drop index alarm_site;
create index alarm_site on alarm (site_id, id) include (company_id, is_test, verdict);
drop index alarm_view;
create index alarm_view on alarm (view_id, id) include (company_id, site_id, is_test, verdict);
-- Labels and notes are few, and asked for together with a verdict or a class: what was filtered wrongly, say.
drop index alarm_labelled;
create index alarm_labelled on alarm (company_id, ground_truth, id) include (site_id, is_test, verdict, classes)
  where ground_truth is not null;
drop index alarm_cus_labelled;
create index alarm_cus_labelled on alarm (company_id, cus_ground_truth, id) include (site_id, is_test, verdict, classes)
  where cus_ground_truth is not null;
drop index alarm_noted;
create index alarm_noted on alarm (company_id, id) include (site_id, is_test, verdict, classes) where note_count > 0;
