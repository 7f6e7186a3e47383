-- Clips that were made of the pictures of alarms for receivers, one for each size. The table of alarms is partitioned, so that there is no
-- foreign key: retention deletes the rows and their files with their alarm.
create table alarm_clip (
  alarm_id uuid not null,
  -- The longer side in pixels, at most.
  side smallint not null,
  company_id uuid not null references company (id) on delete cascade,
  media_key text not null,
  bytes integer not null,
  seconds real not null,
  -- A hash of the pictures and boxes that it shows. An alarm that is analysed again gets another clip.
  made_of text not null,
  primary key (alarm_id, side)
);
create index alarm_clip_company on alarm_clip (company_id);

alter table alarm_clip enable row level security;
alter table alarm_clip force row level security;
create policy tenant on alarm_clip using (company_id = (select app.company()) or (select app.is_system()));
