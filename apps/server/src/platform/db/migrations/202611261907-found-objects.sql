-- The objects that the pictures of alarms show, for cameras with the product that people search them with. The table of alarms is partitioned,
-- so that there is no foreign key: retention deletes the rows with their alarm. Ids of alarms are in the order of time.
create table found_object (
  alarm_id uuid not null,
  number smallint not null,
  company_id uuid not null references company (id) on delete cascade,
  project_id uuid not null,
  site_id uuid not null,
  view_id uuid not null,
  at timestamptz not null,
  position smallint not null,
  class text not null,
  label text not null,
  score real not null,
  -- Four numbers for each picture that shows it, the best first: left edge, top edge, width, height.
  places real[] not null,
  upper text,
  lower text,
  plate text,
  is_plate_sure boolean not null default false,
  crop_key text,
  primary key (alarm_id, number)
);
create index found_object_class on found_object (company_id, class, alarm_id, number);
create index found_object_upper on found_object (company_id, class, upper, alarm_id, number) where upper is not null;
create index found_object_lower on found_object (company_id, class, lower, alarm_id, number) where lower is not null;
create index found_object_site on found_object (site_id, alarm_id, number);
create index found_object_view on found_object (view_id, alarm_id, number);

alter table found_object enable row level security;
alter table found_object force row level security;
create policy tenant on found_object using (company_id = (select app.company()) or (select app.is_system()));

create index view_in_use_investigate on view (company_id, id)
  where deleted_at is null and products @> '{investigate}'::text[] and not products_taken @> '{investigate}'::text[];
