-- The client and site of a camera for which a job failed, as they were then. Cameras of several sites often have the same name.
alter table background_job_failure add column place text;
