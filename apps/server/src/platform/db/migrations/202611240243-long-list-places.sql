-- The places of a company for lists that are sent whole. All server processes share them. A row is taken until its time is over, so the place
-- of a process that died is free again by itself.
create table long_list_place (
  company_id uuid not null references company (id) on delete cascade,
  place smallint not null,
  taken_by uuid not null,
  until timestamptz not null,
  primary key (company_id, place)
);

alter table long_list_place enable row level security;
alter table long_list_place force row level security;
create policy tenant on long_list_place using (company_id = (select app.company()) or (select app.is_system()));
