-- The objects of a client in the order of time. Its sites one after another would be thousands of short lists to sort.
create index found_object_project on found_object (project_id, alarm_id, number);
