-- When somebody last uploaded a picture of the camera, so that lists that show its small copy ask for the new one.
alter table view add column last_upload_at timestamptz;
