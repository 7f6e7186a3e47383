-- Hours without messages that are usual for a camera, for the product advanced_idle_detection; null while they are not known.
alter table view add column usual_idle_hours smallint check (usual_idle_hours between 2 and 168);
