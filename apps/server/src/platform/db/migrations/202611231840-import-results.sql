-- The number of lines by action, counted once when the file was read.
alter table tree_import add column counts jsonb not null default '{}';
update tree_import i set counts = coalesce((
  select jsonb_object_agg(action, n) from (
    select action, count(*) as n from tree_import_line l where l.import_id = i.id group by action) c), '{}');
create index tree_import_latest on tree_import (company_id, id desc);

-- The client, site or camera that the line is about: the last of them that it names. Null until it exists.
alter table tree_import_line
  add column node_kind text check (node_kind in ('client', 'site', 'camera')),
  add column node_id uuid;
create index tree_import_line_failed on tree_import_line (import_id, line) where result = 'failed';
