-- Rules that say what counts beyond people and vehicles. `fields` holds what the contract lists, without `active`, `scheduleId` and the list.
create table advanced_rule (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  view_id uuid not null references view (id) on delete cascade,
  active boolean not null,
  fields jsonb not null,
  -- Neither refers to its row: a rule whose schedule or list was deleted stays, and is shown as not ready.
  schedule_id uuid,
  list_id uuid,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create index advanced_rule_view on advanced_rule (view_id, id);
create index advanced_rule_schedule on advanced_rule (schedule_id) where schedule_id is not null;
create index advanced_rule_list on advanced_rule (list_id) where list_id is not null;

alter table advanced_rule enable row level security;
alter table advanced_rule force row level security;
create policy tenant on advanced_rule using (company_id = (select app.company()) or (select app.is_system()));

-- What the rules of a camera remember from one alarm to the next: at most 20 KB.
create table rule_memory (
  view_id uuid primary key references view (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  memory jsonb not null,
  updated_at timestamptz not null
);
create index rule_memory_age on rule_memory (updated_at);

alter table rule_memory enable row level security;
alter table rule_memory force row level security;
create policy tenant on rule_memory using (company_id = (select app.company()) or (select app.is_system()));

-- `rule_times`: the rules with a schedule of their own whose time it was, and those whose time it was not, when the alarm was received. `rules`:
-- what rules found on it; `rule_types`: the types of those that hit.
alter table alarm add column rule_times jsonb, add column rules jsonb, add column rule_types text[] not null default '{}';
create index alarm_rule_types on alarm (company_id, id) include (rule_types, site_id, is_test) where rule_types <> '{}';

-- Lists of plates. A plate is personal data: its text is sealed, and it ends by itself. It is found by a number that the sealed key of its list
-- makes of it.
create table watch_list (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  retention_days integer not null check (retention_days between 1 and 3650),
  sealed_index text not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (company_id, id)
);
create unique index watch_list_name on watch_list (company_id, lower(name));

alter table watch_list enable row level security;
alter table watch_list force row level security;
create policy tenant on watch_list using (company_id = (select app.company()) or (select app.is_system()));

create table watch_plate (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  list_id uuid not null,
  sealed text not null,
  lookup bigint not null,
  -- The same number of the exact text, so that a plate is in a list once.
  exact bigint not null,
  expires_at timestamptz not null,
  added_at timestamptz not null,
  added_by text not null,
  foreign key (company_id, list_id) references watch_list (company_id, id) on delete cascade
);
create unique index watch_plate_exact on watch_plate (list_id, exact);
create index watch_plate_lookup on watch_plate (list_id, lookup);
create index watch_plate_end on watch_plate (expires_at);

alter table watch_plate enable row level security;
alter table watch_plate force row level security;
create policy tenant on watch_plate using (company_id = (select app.company()) or (select app.is_system()));
