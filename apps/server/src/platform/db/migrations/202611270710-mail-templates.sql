-- How a company reads the mails of systems that write them in their own way: texts with groups, tried in the order of their names.
create table mail_template (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  name_key text collate "C" generated always as (lower(name)) stored,
  system text not null check (system in ('sentinel', 'rialto', 'other')),
  subject text not null check (length(subject) <= 300),
  body text not null check (length(body) <= 2000),
  -- A mail that it fits, to try it on again when it is changed.
  example_subject text not null check (length(example_subject) <= 300),
  example_body text not null check (length(example_body) <= 4000),
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (company_id, name_key)
);
alter table mail_template enable row level security;
alter table mail_template force row level security;
create policy tenant on mail_template using (company_id = (select app.company()) or (select app.is_system()));
