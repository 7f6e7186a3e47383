-- What is gathered goes as one message: rows with `carrier_id` wait for the one that is sent for all. There is no foreign key: where that
-- one is gone, those that waited for it are sent by themselves.
alter table delivery add column carrier_id uuid;
alter table delivery add column is_digest boolean not null default false;
create index delivery_carried on delivery (carrier_id) where carrier_id is not null;

-- Debouncing: since when a camera's alarms are held back from a receiver, what it was told in that time, and the message that gathers
-- the others. The nil id stands for all cameras, whose filtered alarms go as a digest.
create table delivery_window (
  receiver_id uuid not null references receiver (id) on delete cascade,
  view_id uuid not null,
  company_id uuid not null references company (id) on delete cascade,
  ends_at timestamptz not null,
  verdict text not null,
  classes text[] not null default '{}',
  carrier_id uuid,
  gathered integer not null default 0,
  primary key (receiver_id, view_id)
);
create index delivery_window_company on delivery_window (company_id);
create index delivery_window_age on delivery_window (ends_at);

alter table delivery_window enable row level security;
alter table delivery_window force row level security;
create policy tenant on delivery_window using (company_id = (select app.company()) or (select app.is_system()));
