-- Numbers by which a plate is found where one character differs: what it shows outside of each third, and all that it is without one
-- character. Plates from before have none, and are found where all characters agree until they are imported again.
alter table watch_plate
  add column outside_first bigint not null default 0,
  add column outside_middle bigint not null default 0,
  add column outside_last bigint not null default 0,
  add column near bigint[] not null default '{}';
create index watch_plate_outside_first on watch_plate (list_id, outside_first);
create index watch_plate_outside_middle on watch_plate (list_id, outside_middle);
create index watch_plate_outside_last on watch_plate (list_id, outside_last);
