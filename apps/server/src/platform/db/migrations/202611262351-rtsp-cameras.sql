-- Streams of cameras are read by RTSP.
-- The new list is wider, so rows need not be looked through.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision', 'digitalwatchdog', 'dc09', 'rtsp')) not valid;
-- How many cameras of a company may be read; null: as many as it likes.
alter table company add column rtsp_cameras integer check (rtsp_cameras >= 0);
