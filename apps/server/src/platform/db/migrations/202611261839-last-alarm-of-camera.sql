-- The last alarm of each camera, tests apart. Without it, a list of cameras by their last alarm looks into the index of alarms once for
-- every camera of the company. The id outlives its alarm: it still tells when the last alarm was. No index, since the column changes with
-- every alarm, and a change of a column without index leaves the indexes of the table alone.
alter table view add column last_alarm_id uuid;

create function app.note_last_alarm() returns trigger
  language plpgsql as $$
begin
  -- The rows are locked in the order of their ids, as everywhere.
  with latest as (
    select distinct on (view_id) view_id, id from new_alarms where not is_test order by view_id, id desc),
  locked as (
    select v.id, latest.id as last from view v join latest on latest.view_id = v.id
    where v.last_alarm_id is null or v.last_alarm_id < latest.id
    order by v.id for no key update of v)
  update view v set last_alarm_id = locked.last from locked where v.id = locked.id;
  return null;
end $$;
create trigger alarm_last_insert after insert on alarm referencing new table as new_alarms
  for each statement execute function app.note_last_alarm();

update view v set last_alarm_id = latest.id
from view w cross join lateral (select a.id from alarm a where a.view_id = w.id and not a.is_test order by a.id desc limit 1) latest
where w.id = v.id;
