-- How long alarms take until their receivers have acknowledged them. Each message keeps when its alarm was received, when it was decided, when it was
-- sent first and when it was first acknowledged; and the goal of its site and the site's day at that time, so that a later change of either
-- changes no figure. A message without a goal is not measured: corrections, and what is gathered by choice.
alter table site add column response_goal_seconds integer not null default 30 check (response_goal_seconds between 5 and 3600);
alter table delivery add column received_at timestamptz, add column decided_at timestamptz, add column sent_at timestamptz,
  add column acknowledged_at timestamptz, add column goal_seconds integer, add column goal_day date,
  -- The stage that took longest, where the goal was not kept.
  add column breach text check (breach in ('analysis', 'waiting', 'receiver', 'given-up')),
  add constraint delivery_measured check (goal_seconds is null or num_nulls(received_at, decided_at, goal_day) = 0);
create index delivery_breach on delivery (company_id, goal_day, id) where breach is not null;
create index delivery_overdue on delivery (company_id, received_at) where state = 'pending' and goal_seconds is not null;

-- The sums of a day by receiver. They stay when the messages are deleted.
create table response_day (
  company_id uuid not null references company (id) on delete cascade,
  -- The nil id: the whole company, whose sums are in 16 slots, so that its receivers do not wait for one row. Rows of a receiver have slot 0.
  receiver_id uuid not null,
  day date not null,
  slot smallint not null default 0 check (slot between 0 and 15),
  site_id uuid not null,
  acknowledged integer not null default 0,
  kept integer not null default 0,
  given_up integer not null default 0,
  late_analysis integer not null default 0,
  late_waiting integer not null default 0,
  late_receiver integer not null default 0,
  -- How many took how long, by app.response_edges().
  spread integer[] not null,
  primary key (company_id, receiver_id, day, slot)
) with (fillfactor = 70);
create index response_day_site on response_day (company_id, site_id, day);
create index response_day_day on response_day (day);
alter table response_day enable row level security;
alter table response_day force row level security;
create policy tenant on response_day using (company_id = (select app.company()) or (select app.is_system()));

-- The edges of the cells of a spread in ms, from a quarter of a second to 68 minutes: each is the fourth root of 2 above the one before. The first cell is
-- below the first edge, the last one above the last edge. `EDGES_MS` of packages/domain has the same.
create function app.response_edges() returns integer[]
  language sql immutable parallel safe
  return array[250, 297, 354, 420, 500, 595, 707, 841, 1000, 1189, 1414, 1682, 2000, 2378, 2828, 3364, 4000, 4757, 5657, 6727, 8000, 9514,
    11314, 13454, 16000, 19027, 22627, 26909, 32000, 38055, 45255, 53817, 64000, 76109, 90510, 107635, 128000, 152219, 181019, 215269,
    256000, 304437, 362039, 430539, 512000, 608874, 724077, 861078, 1024000, 1217748, 1448155, 1722156, 2048000, 2435496, 2896309, 3444312,
    4096000];

-- What became of a message, in the row itself. What was acknowledged once stays so, also when the message is sent again by hand.
create function app.time_delivery() returns trigger
  language plpgsql as $$
begin
  if new.state = 'delivered' and new.acknowledged_at is null then
    new.acknowledged_at := coalesce(new.finished_at, now());
    new.sent_at := least(coalesce(new.sent_at, new.acknowledged_at), new.acknowledged_at);
  end if;
  new.breach := case
    when new.goal_seconds is null then null
    when new.acknowledged_at is null then case when new.state = 'dead' then 'given-up' end
    when new.acknowledged_at <= new.received_at + make_interval(secs => new.goal_seconds) then null
    when new.decided_at - new.received_at >= greatest(new.sent_at - new.decided_at, new.acknowledged_at - new.sent_at) then 'analysis'
    when new.sent_at - new.decided_at >= new.acknowledged_at - new.sent_at then 'waiting'
    else 'receiver' end;
  return new;
end $$;
create trigger delivery_timed before update of state on delivery for each row
  when (new.state is distinct from old.state) execute function app.time_delivery();

-- Adds a message to the sums of its receiver, then to those of its company.
create function app.count_response() returns trigger
  language plpgsql as $$
declare
  seen constant integer := (new.acknowledged_at is not null and old.acknowledged_at is null)::integer;
  lost constant integer := (new.breach is not distinct from 'given-up')::integer - (old.breach is not distinct from 'given-up')::integer;
  cell integer := 1;
  fresh integer[] := array_fill(0, array[1 + cardinality(app.response_edges())]);
  place uuid;
begin
  if seen = 1 then
    cell := 1 + width_bucket(
      least(greatest(0, floor(extract(epoch from new.acknowledged_at - new.received_at) * 1000)), 2000000000)::integer,
      app.response_edges());
    fresh[cell] := 1;
  end if;
  select r.site_id into place from receiver r where r.id = new.receiver_id;
  insert into response_day as d (company_id, receiver_id, day, slot, site_id, acknowledged, kept, given_up, late_analysis, late_waiting,
      late_receiver, spread)
    select new.company_id, g.receiver_id, new.goal_day, g.slot, g.site_id, seen, case when new.breach is null then seen else 0 end, lost,
      case when new.breach = 'analysis' then seen else 0 end, case when new.breach = 'waiting' then seen else 0 end,
      case when new.breach = 'receiver' then seen else 0 end, fresh
    from (values (1, new.receiver_id, 0::smallint, place),
      (2, '00000000-0000-0000-0000-000000000000'::uuid, app.slot_of(new.receiver_id), '00000000-0000-0000-0000-000000000000'::uuid))
      g (step, receiver_id, slot, site_id)
    where place is not null order by g.step
  on conflict (company_id, receiver_id, day, slot) do update set
    acknowledged = d.acknowledged + excluded.acknowledged, kept = d.kept + excluded.kept, given_up = d.given_up + excluded.given_up,
    late_analysis = d.late_analysis + excluded.late_analysis, late_waiting = d.late_waiting + excluded.late_waiting,
    late_receiver = d.late_receiver + excluded.late_receiver, spread[cell] = d.spread[cell] + seen;
  return null;
end $$;
create trigger delivery_counted after update of state on delivery for each row
  when (new.goal_seconds is not null
    and (new.breach is distinct from old.breach or new.acknowledged_at is distinct from old.acknowledged_at))
  execute function app.count_response();
