-- Links that a receiver's messages carry. Such a link works as long as its receiver is there and shares alarms.

alter table alarm_link add column receiver_id uuid references receiver (id) on delete cascade;
create index alarm_link_receiver on alarm_link (receiver_id) where receiver_id is not null;
