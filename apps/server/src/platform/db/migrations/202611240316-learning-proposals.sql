-- Proposals that the program makes by itself have no author. An adjustment names the one that it replaced, so that undoing it brings
-- back what was in use before.
alter table adjustment
  alter column learnt_by drop not null,
  add column replaced_id uuid references adjustment (id) on delete set null;
create index adjustment_replaced on adjustment (replaced_id) where replaced_id is not null;
-- What was reverted last.
create index adjustment_ended on adjustment (company_id, view_id, ended_at) where state = 'ended';

-- The newest label that the program knew when it last learnt for a camera, or (without one) for a company.
create table learning_look (
  company_id uuid not null references company (id) on delete cascade,
  view_id uuid references view (id) on delete cascade,
  label_id bigint not null,
  unique nulls not distinct (company_id, view_id)
);
create index learning_look_label on learning_look (label_id);
create index learning_look_view on learning_look (view_id);
alter table learning_look enable row level security;
alter table learning_look force row level security;
create policy tenant on learning_look using (company_id = (select app.company()) or (select app.is_system()));
