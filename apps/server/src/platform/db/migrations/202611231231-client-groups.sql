-- Groups of clients, by which the tree is filtered. A client can be in several. Deleting a group leaves its clients alone.
create table client_group (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index client_group_name on client_group (company_id, lower(name));

create table client_group_member (
  company_id uuid not null,
  group_id uuid not null,
  project_id uuid not null references project (id) on delete cascade,
  primary key (group_id, project_id),
  -- A group and its members are of one company.
  foreign key (company_id, group_id) references client_group (company_id, id) on delete cascade
);
create index client_group_member_project on client_group_member (project_id, group_id);

alter table client_group enable row level security;
alter table client_group force row level security;
create policy tenant on client_group using (company_id = (select app.company()) or (select app.is_system()));
alter table client_group_member enable row level security;
alter table client_group_member force row level security;
create policy tenant on client_group_member using (company_id = (select app.company()) or (select app.is_system()));
