-- The name of a client, site or camera in the system that it was imported from. Not unique: a thing that was deleted may be restored after
-- another one got its key. An import refuses a key that several things have.
alter table project add column external_key text check (length(external_key) between 1 and 100);
alter table site add column external_key text check (length(external_key) between 1 and 100);
alter table view add column external_key text check (length(external_key) between 1 and 100);
create index project_external_key on project (company_id, external_key) where external_key is not null;
create index site_external_key on site (company_id, external_key) where external_key is not null;
create index view_external_key on view (company_id, external_key) where external_key is not null;

-- A file that was read for an import. Its lines are kept until it is a day old, or ran.
create table tree_import (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  file_name text not null,
  -- Null for a user who was deleted.
  user_id uuid,
  job_id uuid,
  created_at timestamptz not null,
  unique (company_id, id)
);
create index tree_import_age on tree_import (created_at);

create table tree_import_line (
  company_id uuid not null,
  import_id uuid not null,
  -- Number of the line in the file.
  line integer not null,
  -- The cells by the name of their column, as they were read.
  cells jsonb not null,
  action text not null check (action in ('create', 'update', 'none', 'problem')),
  creates text[] not null,
  changes text[] not null,
  problems jsonb not null,
  -- Client and site of the line in one text, by which the cameras of a site are counted.
  place text not null,
  result text check (result in ('done', 'failed')),
  primary key (import_id, line),
  foreign key (company_id, import_id) references tree_import (company_id, id) on delete cascade
);
create index tree_import_line_action on tree_import_line (import_id, action, line);
create index tree_import_line_place on tree_import_line (import_id, place);

alter table tree_import enable row level security;
alter table tree_import force row level security;
create policy tenant on tree_import using (company_id = (select app.company()) or (select app.is_system()));
alter table tree_import_line enable row level security;
alter table tree_import_line force row level security;
create policy tenant on tree_import_line using (company_id = (select app.company()) or (select app.is_system()));
