-- A receiver with a backlog gets the newest true alarm first, then the other true ones and corrections, then unverified and at last filtered ones.
-- Each is found without looking at the rest of the backlog.
create index delivery_urgency on delivery (
  receiver_id,
  (case when verdict = 'true' or type = 'alarm.corrected' then 0 when verdict = 'unverified' then 1 else 2 end),
  next_at,
  id
) where state = 'pending';
create index delivery_newest on delivery (receiver_id, id desc) where state = 'pending' and verdict = 'true';
