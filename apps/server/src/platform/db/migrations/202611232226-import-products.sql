-- For how many cameras the lines of a file switch each product on. Known since the preview, so that somebody can be asked before the start.
alter table tree_import add column products jsonb not null default '{}';
