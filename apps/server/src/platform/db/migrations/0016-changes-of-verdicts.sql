-- An alarm's verdict can come back to what it was, so what was told is known by the version of the alarm that it tells of: each change
-- goes out once, and in the order of the versions. Messages that are there count from 1 in their order, which stays below the version
-- of their alarm: that rose with each of them. Almost all are the only one of their alarm to a receiver and get the 1 as the default, so
-- that a large table is not written anew while nobody can use it.
drop index delivery_once;
alter table delivery add column alarm_version integer default 1;
update delivery set alarm_version = counted.n
  from (select id, row_number() over (partition by receiver_id, alarm_id order by id) as n from delivery where alarm_id is not null) counted
  where counted.id = delivery.id and counted.n > 1;
update delivery set alarm_version = null where alarm_id is null;
alter table delivery alter column alarm_version drop default;
alter table delivery add constraint delivery_alarm_version check ((alarm_id is null) = (alarm_version is null));
create unique index delivery_once on delivery (receiver_id, alarm_id, alarm_version) where alarm_id is not null;

-- What each receiver waits for, so that claiming goes from receiver to receiver and passes over what waits behind a slow one.
create index delivery_waiting on delivery (receiver_id, next_at, id) where state = 'pending';
-- What is deleted a while after it arrived.
create index delivery_delivered on delivery (finished_at) where state = 'delivered';

-- When an alarm was first answered, which stays when the verdict rises later or late pictures release it. Alarms from before have none.
alter table alarm add column first_verdict_at timestamptz;
