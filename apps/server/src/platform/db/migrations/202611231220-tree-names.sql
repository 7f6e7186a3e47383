-- The tree is searched by any part of a name, in three tables at once. No index finds a part of a text under row-level security, since
-- the operators of such indexes are not leakproof: they would see rows before the policy does. So a search compares all names of the
-- company, and these narrow indexes let it do so without reading the rows and without folding each name anew.
alter table project add column name_key text collate "C" generated always as (lower(name)) stored;
alter table site add column name_key text collate "C" generated always as (lower(name)) stored;
alter table view add column name_key text collate "C" generated always as (lower(name)) stored;
create index project_names on project (company_id, name_key, id) where deleted_at is null;
create index site_names on site (company_id, name_key, id) include (project_id) where deleted_at is null;
create index view_names on view (company_id, name_key, id) include (project_id, site_id) where deleted_at is null;
