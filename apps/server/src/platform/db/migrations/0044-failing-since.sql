-- Since when a receiver has failed without a success in between, and what it failed with, in parts: the reason, its answer, the technical detail.
alter table receiver add column failing_since timestamptz;
alter table receiver add column last_status integer;
alter table receiver add column last_detail text;
update receiver set failing_since = last_failure_at where failures > 0;
update receiver set last_detail = nullif(substr(last_error, strpos(last_error, ': ') + 2), ''), last_error = split_part(last_error, ': ', 1)
  where strpos(last_error, ': ') > 0;
