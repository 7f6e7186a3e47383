-- The named sets of filters of a user's alarm list: one row for each user, with all of them, so that order and default change together.
create table saved_filters (
  user_id uuid primary key references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  -- As the contract describes them: [{ name, search, isDefault }], in the user's order.
  filters jsonb not null,
  -- Counts the changes, so that two tabs do not overwrite each other.
  version integer not null
);
create index saved_filters_company on saved_filters (company_id);

alter table saved_filters enable row level security;
alter table saved_filters force row level security;
create policy tenant on saved_filters using (company_id = (select app.company()) or (select app.is_system()));
