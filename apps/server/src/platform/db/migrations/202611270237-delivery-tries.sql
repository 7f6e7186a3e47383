-- What an attempt sent to a receiver and what that answered, without secrets and pictures. The newest attempts of each message are kept, for
-- as long as the message.
create table delivery_try (
  id uuid primary key,
  delivery_id uuid not null references delivery (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  at timestamptz not null,
  ms integer not null,
  state text not null check (state in ('sent', 'retrying', 'given-up')),
  status integer,
  error text,
  detail text,
  sent text,
  answered text,
  is_cut boolean not null
);
create index delivery_try_delivery on delivery_try (delivery_id, id);
create index delivery_try_company on delivery_try (company_id);

alter table delivery_try enable row level security;
alter table delivery_try force row level security;
create policy tenant on delivery_try using (company_id = (select app.company()) or (select app.is_system()));
