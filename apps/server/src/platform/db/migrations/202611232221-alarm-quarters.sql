-- Counts by quarter hour replace those by hour: an hour of Kathmandu or Adelaide begins at :15 or :30 of UTC. Triggers keep them in the
-- transaction that changes alarms, whichever code does it, so that Home never counts alarms one by one.
-- An alarm counts in the quarter hour of its id: lists select by the id too, so a number and the list behind it hold the same alarms.
create table alarm_quarter (
  company_id uuid not null references company (id) on delete cascade,
  -- The nil id: the whole company, whose counts are the sum of its 16 slots. A transaction changes the slots of its sites alone, so that
  -- the alarms of a large company do not wait for one row. Rows of a site have slot 0.
  site_id uuid not null,
  quarter timestamptz not null,
  slot smallint not null default 0 check (slot between 0 and 15),
  received integer not null default 0,
  passed integer not null default 0,
  filtered integer not null default 0,
  unverified integer not null default 0,
  outside integer not null default 0,
  -- Labelled alarms with a verdict: ground truth, then verdict.
  true_passed integer not null default 0,
  true_filtered integer not null default 0,
  true_unverified integer not null default 0,
  false_passed integer not null default 0,
  false_filtered integer not null default 0,
  false_unverified integer not null default 0,
  -- Grows with every change. Sums of many sites are valid while the versions of the company's slots add up to the same.
  version bigint not null default 1
) with (fillfactor = 80);

-- The same by camera. A camera that was moved has rows of each of its sites.
create table view_quarter (
  company_id uuid not null references company (id) on delete cascade,
  view_id uuid not null,
  quarter timestamptz not null,
  site_id uuid not null,
  received integer not null default 0,
  passed integer not null default 0,
  filtered integer not null default 0,
  unverified integer not null default 0,
  outside integer not null default 0,
  true_passed integer not null default 0,
  true_filtered integer not null default 0,
  true_unverified integer not null default 0,
  false_passed integer not null default 0,
  false_filtered integer not null default 0,
  false_unverified integer not null default 0
) with (fillfactor = 80);

-- What thousands of sites had together in a quarter hour. `scope` is a digest of the sites; `version` that of the company when the sum was
-- made.
create table scope_quarter (
  company_id uuid not null references company (id) on delete cascade,
  scope text not null,
  quarter timestamptz not null,
  version bigint not null,
  received integer not null,
  passed integer not null,
  filtered integer not null,
  unverified integer not null,
  outside integer not null,
  true_passed integer not null,
  true_filtered integer not null,
  true_unverified integer not null,
  false_passed integer not null,
  false_filtered integer not null,
  false_unverified integer not null,
  primary key (company_id, scope, quarter)
);
create index scope_quarter_quarter on scope_quarter (quarter);

do $$
declare
  t text;
begin
  foreach t in array array['alarm_quarter', 'view_quarter', 'scope_quarter'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (company_id = (select app.company()) or (select app.is_system()))', t);
  end loop;
end $$;

-- The beginning of the quarter hour in which an alarm of this id counts.
create function app.quarter_of(id uuid) returns timestamptz
  language sql immutable parallel safe
  return date_bin('15 minutes', app.time_from_uuid(id), timestamptz '2000-01-01 00:00:00+00');

-- The company's slot to which a site adds.
create function app.slot_of(site_id uuid) returns smallint
  language sql immutable parallel safe
  return (get_byte(uuid_send(site_id), 15) & 15)::smallint;

-- Adds changes of counts, one for each camera and quarter hour. Locks rows in a fixed order, so that transactions cannot deadlock:
-- cameras, sites, slots of companies.
create function app.add_counts(changes view_quarter[]) returns void
  language plpgsql as $$
begin
  insert into view_quarter
    select c.* from unnest(changes) c order by c.view_id, c.quarter, c.site_id
  on conflict (view_id, quarter, site_id) do update set
    received = view_quarter.received + excluded.received, passed = view_quarter.passed + excluded.passed,
    filtered = view_quarter.filtered + excluded.filtered, unverified = view_quarter.unverified + excluded.unverified,
    outside = view_quarter.outside + excluded.outside, true_passed = view_quarter.true_passed + excluded.true_passed,
    true_filtered = view_quarter.true_filtered + excluded.true_filtered,
    true_unverified = view_quarter.true_unverified + excluded.true_unverified,
    false_passed = view_quarter.false_passed + excluded.false_passed,
    false_filtered = view_quarter.false_filtered + excluded.false_filtered,
    false_unverified = view_quarter.false_unverified + excluded.false_unverified;
  insert into alarm_quarter
    select c.company_id, g.site_id, c.quarter, g.slot, sum(c.received), sum(c.passed), sum(c.filtered), sum(c.unverified), sum(c.outside),
      sum(c.true_passed), sum(c.true_filtered), sum(c.true_unverified),
      sum(c.false_passed), sum(c.false_filtered), sum(c.false_unverified), 1
    from unnest(changes) c cross join lateral (values
      (1, c.site_id, 0::smallint), (2, '00000000-0000-0000-0000-000000000000'::uuid, app.slot_of(c.site_id))) g (step, site_id, slot)
    group by g.step, c.company_id, g.site_id, c.quarter, g.slot
    order by g.step, c.company_id, g.site_id, c.quarter, g.slot
  on conflict (company_id, site_id, quarter, slot) do update set
    received = alarm_quarter.received + excluded.received, passed = alarm_quarter.passed + excluded.passed,
    filtered = alarm_quarter.filtered + excluded.filtered, unverified = alarm_quarter.unverified + excluded.unverified,
    outside = alarm_quarter.outside + excluded.outside, true_passed = alarm_quarter.true_passed + excluded.true_passed,
    true_filtered = alarm_quarter.true_filtered + excluded.true_filtered,
    true_unverified = alarm_quarter.true_unverified + excluded.true_unverified,
    false_passed = alarm_quarter.false_passed + excluded.false_passed,
    false_filtered = alarm_quarter.false_filtered + excluded.false_filtered,
    false_unverified = alarm_quarter.false_unverified + excluded.false_unverified,
    version = alarm_quarter.version + 1;
end $$;

-- Counts what one statement changes, by camera and quarter hour: `n` is 1 for the rows after it and -1 for those before it. The same text
-- makes the three triggers and the first counts, so that all count alike. Alarms of tests do not count.
create function app.counts_of(source text) returns text
  language sql immutable
  return format($f$
    select company_id, view_id, app.quarter_of(id) as quarter, site_id, sum(n)::integer as received,
      coalesce(sum(n) filter (where verdict = 'true'), 0)::integer as passed,
      coalesce(sum(n) filter (where verdict = 'false'), 0)::integer as filtered,
      coalesce(sum(n) filter (where verdict = 'unverified'), 0)::integer as unverified,
      coalesce(sum(n) filter (where outside is not null), 0)::integer as outside,
      coalesce(sum(n) filter (where ground_truth and verdict = 'true'), 0)::integer as true_passed,
      coalesce(sum(n) filter (where ground_truth and verdict = 'false'), 0)::integer as true_filtered,
      coalesce(sum(n) filter (where ground_truth and verdict = 'unverified'), 0)::integer as true_unverified,
      coalesce(sum(n) filter (where not ground_truth and verdict = 'true'), 0)::integer as false_passed,
      coalesce(sum(n) filter (where not ground_truth and verdict = 'false'), 0)::integer as false_filtered,
      coalesce(sum(n) filter (where not ground_truth and verdict = 'unverified'), 0)::integer as false_unverified
    from (%s) rows where not is_test
    group by view_id, app.quarter_of(id), site_id, company_id$f$, source);

do $$
declare
  t record;
  columns constant text := 'id, company_id, site_id, view_id, is_test, verdict, outside, ground_truth';
begin
  for t in
    select * from (values
      ('insert', 'new table as after_rows', format('select %s, 1 as n from after_rows', columns)),
      ('delete', 'old table as before_rows', format('select %s, -1 as n from before_rows', columns)),
      ('update', 'old table as before_rows new table as after_rows',
        format('select %s, 1 as n from after_rows union all select %s, -1 as n from before_rows', columns, columns))
    ) v (event, tables, source)
  loop
    execute format($f$
      create function app.count_%s() returns trigger
        language plpgsql as $body$
      declare
        changes view_quarter[];
      begin
        select array_agg(c::view_quarter) into changes from (%s) c
          where (c.received, c.passed, c.filtered, c.unverified, c.outside, c.true_passed, c.true_filtered, c.true_unverified,
            c.false_passed, c.false_filtered, c.false_unverified) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        if changes is not null then
          perform app.add_counts(changes);
        end if;
        return null;
      end $body$ $f$, t.event, app.counts_of(t.source));
    execute format('create trigger alarm_counted_%1$s after %1$s on alarm referencing %2$s
      for each statement execute function app.count_%1$s()', t.event, t.tables);
  end loop;
end $$;

-- The first counts. Alarms that are still there are counted once, from the index by camera, which holds all that is needed, and the
-- tables get their indexes afterwards. Of the time before them only the hours are known, and each becomes the first quarter of its hour.
set local work_mem = '256MB';
set local maintenance_work_mem = '512MB';
set local enable_seqscan = off;
do $$
begin
  execute 'insert into view_quarter ' || app.counts_of(
    'select id, company_id, site_id, view_id, is_test, verdict, outside, ground_truth, 1 as n from alarm');
end $$;
reset enable_seqscan;
insert into alarm_quarter
  select company_id, g.site_id, quarter, g.slot, sum(received), sum(passed), sum(filtered), sum(unverified), sum(outside),
    sum(true_passed), sum(true_filtered), sum(true_unverified), sum(false_passed), sum(false_filtered), sum(false_unverified), 1
  from view_quarter c cross join lateral (values
    (c.site_id, 0::smallint), ('00000000-0000-0000-0000-000000000000'::uuid, app.slot_of(c.site_id))) g (site_id, slot)
  group by company_id, g.site_id, quarter, g.slot
  order by quarter, company_id, g.site_id, g.slot;
insert into alarm_quarter (company_id, site_id, quarter, received, passed, filtered, unverified, outside)
  select h.company_id, h.site_id, h.hour, h.received, h.passed, h.filtered, h.unverified, h.outside
  from alarm_hour h
    left join lateral (
      select date_trunc('hour', app.time_from_uuid(a.id), 'UTC') as hour from alarm a
      where a.company_id = h.company_id order by a.id limit 1) oldest on true
  where oldest.hour is null or h.hour < oldest.hour
  order by h.hour;

alter table alarm_quarter add primary key (company_id, site_id, quarter, slot);
-- For those who see thousands of sites: the rows of some quarter hours, without a look at each site.
create index alarm_quarter_quarter on alarm_quarter (company_id, quarter, site_id);
alter table view_quarter add primary key (view_id, quarter, site_id);
create index view_quarter_quarter on view_quarter (company_id, quarter, view_id);
analyze alarm_quarter, view_quarter;
reset work_mem;
reset maintenance_work_mem;

drop table alarm_hour, scope_hour;
