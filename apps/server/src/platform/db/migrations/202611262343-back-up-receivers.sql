-- What is done when a receiver does not work: after so many failures or seconds another one of its site gets the alarms, and people are told
-- by e-mail where that one does not work either.
alter table receiver add column backup_id uuid references receiver (id) on delete set null,
  add column after_failures integer not null default 3 check (after_failures between 1 and 20),
  add column after_seconds integer not null default 60 check (after_seconds between 10 and 3600),
  add column escalate_to text[] not null default '{}',
  add column down_since timestamptz, add column escalated_at timestamptz;
create index receiver_backup on receiver (backup_id) where backup_id is not null;
create index receiver_down on receiver (down_since) where down_since is not null;
