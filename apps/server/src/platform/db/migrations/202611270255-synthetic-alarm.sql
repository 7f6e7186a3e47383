-- The synthetic alarm: a marked mail that the installation sends to itself, and that must arrive at a receiver of its own. Its camera belongs to a
-- company of the installation, which no list shows.
alter table company drop constraint company_kind_check;
alter table company add constraint company_kind_check check (kind in ('provider', 'customer', 'installation'));
create unique index company_of_installation on company (kind) where kind = 'installation';

create table synthetic_alarm (
  company_id uuid primary key references company (id) on delete cascade,
  view_id uuid not null references view (id) on delete cascade,
  receiver_id uuid not null references receiver (id) on delete cascade,
  -- The part of the receiver's address that only this installation knows.
  sink_token text not null,
  next_at timestamptz not null,
  -- The last run: when it was sent, and when it arrived at the receiver with a verdict of the analysis.
  sent_at timestamptz,
  arrived_at timestamptz,
  -- Why its mail was not taken.
  refusal text,
  -- When the first of the runs was sent that did not arrive, until one arrives.
  missing_since timestamptz,
  -- When the operator was told that it is missing, and until when a process is telling.
  told_at timestamptz,
  telling_until timestamptz
);
alter table synthetic_alarm enable row level security;
alter table synthetic_alarm force row level security;
create policy tenant on synthetic_alarm using (company_id = (select app.company()) or (select app.is_system()));
