-- The picture that a recorder gave of a camera when the camera was added. It is shown until the camera sends one itself. The key holds the
-- site at which it was taken, since pictures do not follow a camera to another site.
alter table view add column first_picture_key text, add column first_picture_at timestamptz;
create index view_first_picture on view (first_picture_key) where first_picture_key is not null;
