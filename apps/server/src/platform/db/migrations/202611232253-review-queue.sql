-- The review queue: the alarms that were passed on and that nobody has labelled, handed to one operator each. The alarms themselves are the
-- queue; these tables hold only who works on which of them.

-- What waits, the oldest first for each verdict. Passed alarms that were labelled are not in it, so that its size does not depend on how
-- many were reviewed.
create index alarm_review on alarm (company_id, verdict, id) include (project_id, site_id, view_id)
  where ground_truth is null and verdict in ('true', 'unverified') and not is_test;

-- An operator who has the queue open. One seat per user: a second tab takes the seat over.
create table review_seat (
  user_id uuid primary key references app_user (id) on delete cascade,
  company_id uuid not null references company (id) on delete cascade,
  session_id uuid not null references session (id) on delete cascade,
  tab text not null,
  entered_at timestamptz not null,
  seen_until timestamptz not null
);
create index review_seat_company on review_seat (company_id);
create index review_seat_session on review_seat (session_id);

-- The alarm that an operator works on. `done`: they have labelled it, and the label may still be on its way.
create table review_claim (
  alarm_id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  project_id uuid not null,
  site_id uuid not null,
  view_id uuid not null,
  user_id uuid not null references app_user (id) on delete cascade,
  session_id uuid not null references session (id) on delete cascade,
  state text not null check (state in ('held', 'done')),
  claimed_at timestamptz not null,
  until timestamptz not null
);
create index review_claim_company on review_claim (company_id);
create index review_claim_user on review_claim (user_id);
create index review_claim_session on review_claim (session_id);

-- An alarm that its operator gave away: to a colleague, for whom it is reserved for a while, or back to the queue.
create table review_handover (
  alarm_id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  by_name text not null,
  to_user uuid references app_user (id) on delete cascade,
  note text check (length(note) between 1 and 500),
  at timestamptz not null,
  reserved_until timestamptz
);
create index review_handover_company on review_handover (company_id);
create index review_handover_to on review_handover (to_user, reserved_until) where to_user is not null;
create index review_handover_age on review_handover (at);

-- An alarm that an operator has put aside. They get it again later; others get it at once.
create table review_skip (
  user_id uuid not null references app_user (id) on delete cascade,
  alarm_id uuid not null,
  company_id uuid not null references company (id) on delete cascade,
  until timestamptz not null,
  primary key (user_id, alarm_id)
);
create index review_skip_company on review_skip (company_id);
create index review_skip_age on review_skip (until);

-- How soon a company wants alarms to be reviewed. Companies without a row have the usual values.
create table review_setting (
  company_id uuid primary key references company (id) on delete cascade,
  true_seconds integer not null check (true_seconds between 10 and 86400),
  unverified_seconds integer not null check (unverified_seconds between 10 and 86400),
  hours integer not null check (hours between 1 and 168)
);

do $$
declare
  t text;
begin
  foreach t in array array['review_seat', 'review_claim', 'review_handover', 'review_skip', 'review_setting'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (company_id = (select app.company()) or (select app.is_system()))', t);
  end loop;
end $$;
