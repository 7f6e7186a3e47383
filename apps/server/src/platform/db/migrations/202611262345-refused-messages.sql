-- The last message or login of a camera's device that was refused here, and why. It counts until a later message is taken.
alter table view add column refused_at timestamptz, add column refused_why text;
