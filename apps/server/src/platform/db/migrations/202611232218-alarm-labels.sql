-- What people said about an alarm: one row for each act of labelling, so that taking an act back brings back what stood before it. The
-- label of a person is their latest row; one without ground truth says that they removed their label.
create table alarm_label (
  -- In the order in which the rows were written. Rows of one alarm are written under its lock, so the last one is the latest.
  id bigint generated always as identity primary key,
  company_id uuid not null references company (id) on delete cascade,
  alarm_id uuid not null,
  kind text not null check (kind in ('supervisor', 'operator', 'shared-site')),
  -- The user, or the token of a user who was deleted. Null for labels from before this table whose author is not known.
  author_id uuid,
  author_name text not null,
  ground_truth boolean,
  reason text,
  at timestamptz not null,
  -- The act that wrote the row, named by the caller. One act can label many alarms.
  act_id uuid not null default gen_random_uuid(),
  check (reason is null or ground_truth is not null)
);
create index alarm_label_alarm on alarm_label (alarm_id, id);
create unique index alarm_label_act on alarm_label (act_id, alarm_id, author_id);

alter table alarm_label enable row level security;
alter table alarm_label force row level security;
create policy tenant on alarm_label using (company_id = (select app.company()) or (select app.is_system()));

insert into alarm_label (company_id, alarm_id, kind, author_id, author_name, ground_truth, at)
  select a.company_id, a.id, case when u.user_type = 'SHARED_SITE_USER' then 'shared-site' else 'operator' end, u.id,
    coalesce(u.name, ''), a.cus_ground_truth, coalesce(a.labelled_at, a.received_at)
  from alarm a left join app_user u on u.id = a.labelled_by
  where a.cus_ground_truth is not null
  order by a.id;
insert into alarm_label (company_id, alarm_id, kind, author_name, ground_truth, at)
  select company_id, id, 'supervisor', '', sup_ground_truth, coalesce(labelled_at, received_at)
  from alarm where sup_ground_truth is not null
  order by id;

-- The labels that lists, filters and sums read stay on the alarm, and are written with the rows above. Who labelled and when is read from
-- the table alone.
alter table alarm drop column labelled_by, drop column labelled_at, add column label_reason text;
create index alarm_label_reason on alarm (company_id, label_reason, id) include (site_id, is_test) where label_reason is not null;
