-- Files of cameras arrive by FTP too. A camera can have a password of its own for that; its name is the camera's address.
alter table signal drop constraint signal_source_check, add constraint signal_source_check check (source in ('smtp', 'http', 'ftp'));
alter table view add column device_password_hash text;
