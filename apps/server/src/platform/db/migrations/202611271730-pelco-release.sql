-- Cameras of Pelco that were deleted here keep their serial number until the maker's cloud has let go of them. A row says when the cloud is
-- asked next, and which process is asking it now.
create table pelco_release (
  view_id uuid primary key references view (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  attempts integer not null default 0,
  ask_at timestamptz not null,
  -- Until when one process may be asking. A process that dies leaves it to others after that.
  claimed_until timestamptz
);
create index pelco_release_company on pelco_release (company_id);
alter table pelco_release enable row level security;
alter table pelco_release force row level security;
create policy tenant on pelco_release using (company_id = (select app.company()) or (select app.is_system()));

create index view_pelco_deleted on view (deleted_at) where serial_number is not null and deleted_at is not null;
