-- Grows with every change of an hour's counts, so that what was added up beside one version of the company's row can be told to be
-- out of date, also after a restore, which makes all rows anew.
alter table alarm_hour add column version bigint not null default 0;

-- What thousands of sites had together in an hour, for those who see them: a week of them is hundreds of thousands of rows to add up.
-- `scope` is a digest of the sites; `version` that of the company's row when the sum was made.
create table scope_hour (
  company_id uuid not null references company (id) on delete cascade,
  scope text not null,
  hour timestamptz not null,
  version bigint not null,
  received integer not null,
  passed integer not null,
  filtered integer not null,
  unverified integer not null,
  primary key (company_id, scope, hour)
);
create index scope_hour_hour on scope_hour (hour);
alter table scope_hour enable row level security;
alter table scope_hour force row level security;
create policy tenant on scope_hour using (company_id = (select app.company()) or (select app.is_system()));
