-- A small copy of a picture, made when it is first needed. It belongs to its frame, so retention deletes it with that.
alter table frame add column thumb_key text;
-- When a camera sent its latest picture. A test picture counts only for a camera that has sent no other.
alter table view add column last_picture_at timestamptz;
update view set last_picture_at = coalesce(
  (select a.received_at from alarm a where a.view_id = view.id and a.frame_count > 0 and not a.is_test order by a.id desc limit 1),
  (select a.received_at from alarm a where a.view_id = view.id and a.frame_count > 0 and a.is_test order by a.id desc limit 1));
-- Its alarms of the last seven days, for lists that are sorted by them. Counted once an hour: a week of alarms is too much to count for
-- each list.
alter table view add column week_alarms integer not null default 0;
alter table view add column week_judged integer not null default 0;
alter table view add column week_filtered integer not null default 0;
