-- Devices of more makers push their events, or are called.
-- The new list is wider, so rows need not be looked through.
alter table signal drop constraint signal_source_check,
  add constraint signal_source_check check (source in ('smtp', 'http', 'ftp', 'hikvision', 'digitalwatchdog', 'dc09', 'rtsp', 'axis',
    'instar', 'uniview', 'dahua')) not valid;
