-- Messages about cameras go by their age. Without this, each look for old ones would read the whole table.
create index delivery_camera_event on delivery (created_at) where view_id is not null;
