-- Pictures that join an alarm which was filtered already have a deadline of their own: when nobody has looked at them by then, the
-- alarm is passed on. Null for the first pictures of an alarm, whose deadline stands on the alarm.
alter table analysis_task add column release_at timestamptz;
create index analysis_task_release on analysis_task (release_at) where release_at is not null;
