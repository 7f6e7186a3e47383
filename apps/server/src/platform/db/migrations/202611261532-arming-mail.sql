-- The mail addresses of a site: one arms it, the other disarms it. Who knows an address can use it, so they are as long as those of cameras.
create table arming_address (
  site_id uuid primary key references site (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  arm_token text not null unique,
  disarm_token text not null unique,
  auth_required boolean not null default false,
  only_arms boolean not null default false,
  made_at timestamptz not null,
  made_by text not null
);
create index arming_address_company on arming_address (company_id);

-- By when a site must be armed: a minute of the day in its own time, on days of the week (0 is Sunday).
create table arming_due (
  site_id uuid primary key references site (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  minute smallint not null check (minute between 0 and 1439),
  days smallint[] not null check (cardinality(days) between 1 and 7),
  -- The latest time that was judged, or when the setting was made. No earlier time is judged.
  judged_until timestamptz not null,
  -- When it is looked at next.
  look_at timestamptz not null
);
create index arming_due_company on arming_due (company_id);
create index arming_due_look on arming_due (look_at);

-- Of a mail: the key by which a repetition is recognised, the network address, and whether the contacts of the site were told of it.
alter table arming_event add column message_mark text, add column address text, add column was_told boolean not null default false;
create index arming_event_message on arming_event (site_id, message_mark) where message_mark is not null;

alter table arming_address enable row level security;
alter table arming_address force row level security;
create policy tenant on arming_address using (company_id = (select app.company()) or (select app.is_system()));
alter table arming_due enable row level security;
alter table arming_due force row level security;
create policy tenant on arming_due using (company_id = (select app.company()) or (select app.is_system()));
