-- Who changed the masks of a camera, when, from what to what, and on which picture. The picture belongs to its alarm: once retention has
-- deleted that, the change remains without a picture.
create table mask_change (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  view_id uuid not null references view (id) on delete cascade,
  user_id uuid references app_user (id) on delete set null,
  user_name text not null,
  kind text not null check (kind in ('edited', 'copied', 'restored')),
  copied_from uuid,
  alarm_id uuid,
  before jsonb not null,
  after jsonb not null
);
create index mask_change_company on mask_change (company_id, id);
create index mask_change_view on mask_change (view_id, id);

alter table mask_change enable row level security;
alter table mask_change force row level security;
create policy tenant on mask_change using (company_id = (select app.company()) or (select app.is_system()));
