-- A picture that somebody adds to an alarm is a signal for that alarm, and takes the way of all signals. Null: the alarm follows from camera
-- and time.
alter table signal add column for_alarm uuid;

-- The boxes that a person has set on a frame, in place of those that the analysis found. An analysis leaves them as they are. `boxes_by` is
-- the person's name, as in notes.
alter table frame add column boxes jsonb, add column boxes_by text, add column boxes_at timestamptz;
