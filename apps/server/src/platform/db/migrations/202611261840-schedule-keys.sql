-- What windows are, apart from where linked holidays come from: lists evaluate equal windows once, whoever has them.
alter table schedule_template
  add column content_key uuid not null generated always as (md5((content - 'holidays')::text)::uuid) stored;
alter table site add column own_key uuid generated always as (md5((own_schedule - 'holidays')::text)::uuid) stored;
alter table view add column own_key uuid generated always as (md5((own_schedule - 'holidays')::text)::uuid) stored;
create index schedule_template_key on schedule_template (content_key);
create index site_key on site (own_key) where own_key is not null;
create index view_key on view (own_key) where own_key is not null;
