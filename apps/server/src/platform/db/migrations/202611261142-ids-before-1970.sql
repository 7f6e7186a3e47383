-- The smallest UUIDv7 of an instant. Ids know no time before 1970: the smallest id of an earlier instant is that of 1970. Before, a negative
-- number was written as digits of a time far away, so that a list from the year 1 on was empty.
create or replace function app.uuid_from_time(at timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex(greatest((extract(epoch from at) * 1000)::bigint, 0)), 12, '0') || '70008000000000000000')::uuid;
