-- Cameras whose receivers were told that they are idle, or that their connection is lost, until they are heard again.
create table camera_condition (
  view_id uuid not null references view (id) on delete cascade,
  condition text not null check (condition in ('idle', 'lost')),
  company_id uuid not null references company (id) on delete cascade,
  -- Stands in the place of an alarm's id in the messages of the begin and the end, so that the end never overtakes the begin.
  id uuid not null,
  since timestamptz not null,
  primary key (view_id, condition)
);
create index camera_condition_company on camera_condition (company_id);

alter table camera_condition enable row level security;
alter table camera_condition force row level security;
create policy tenant on camera_condition using (company_id = (select app.company()) or (select app.is_system()));

alter table delivery drop constraint delivery_type_check;
alter table delivery add constraint delivery_type_check check (
  type in ('alarm.created', 'alarm.corrected', 'test', 'idle', 'idle.ended', 'connection.lost', 'connection.restored')) not valid;
-- The camera of a message that is about no alarm.
alter table delivery add column view_id uuid;
