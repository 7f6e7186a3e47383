-- A level of the tree is shown in windows: some rows from anywhere in it, and how many rows stand before a node. All levels are therefore
-- sorted by the same key as the search, each from one narrow index.
drop index site_project;
create index site_project on site (project_id, name_key, id) include (company_id) where deleted_at is null;
drop index view_site;
create index view_site on view (site_id, name_key, id) include (company_id, active) where deleted_at is null;

-- Cameras that fit a filter are found and counted from one index, however few they are. An expression over the masks would have to read
-- each camera.
alter table view add column masked boolean not null generated always as (masks <> '[]'::jsonb) stored;
drop index view_names;
create index view_names on view (company_id, name_key, id) include (project_id, site_id, active, thermal, masked, integration)
  where deleted_at is null;

-- What a monitoring centre knows of a site. Without idle hours of its own, a site has the company's.
alter table site
  add column idle_hours integer check (idle_hours between 2 and 168),
  add column address text check (length(address) between 1 and 100),
  add column notes text check (length(notes) between 1 and 2048),
  add column contacts jsonb not null default '[]';
