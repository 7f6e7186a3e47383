-- Hikvision devices push their events.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision'));
