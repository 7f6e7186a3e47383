-- Response times are added up by statement, not by row. A statement can settle tens of thousands of messages, as when a station acknowledges what
-- waited for it: row by row, each changes the same two sums, which takes the square of their number, and locks sums in the order in which
-- the messages lie, so that two such statements could wait for each other.
-- A message counts with what its row says: what it said before is taken away, and what it says now is added.
drop trigger delivery_counted on delivery;
drop function app.count_response();

-- Locks rows in a fixed order: receivers by day, then slots of companies by day.
create function app.count_responses() returns trigger
  language plpgsql as $$
begin
  -- Claims, leases and first failures change no sum.
  if not exists (select from after_rows where acknowledged_at is not null or breach is not null)
    and not exists (select from before_rows where acknowledged_at is not null or breach is not null) then
    return null;
  end if;
  insert into response_day as d (company_id, receiver_id, day, slot, site_id, acknowledged, kept, given_up, late_analysis, late_waiting,
      late_receiver, spread)
    with changes as (
      select company_id, receiver_id, goal_day as day, breach,
        -- The cell of the spread; null if it was not acknowledged.
        case when acknowledged_at is not null then 1 + width_bucket(
          least(greatest(0, floor(extract(epoch from acknowledged_at - received_at) * 1000)), 2000000000)::integer,
          app.response_edges()) end as cell, sum(n)::integer as n
      from (
        select company_id, receiver_id, goal_day, goal_seconds, received_at, acknowledged_at, breach, 1 as n from after_rows
        union all
        select company_id, receiver_id, goal_day, goal_seconds, received_at, acknowledged_at, breach, -1 from before_rows) rows
      where goal_seconds is not null and (acknowledged_at is not null or breach is not null)
      group by 1, 2, 3, 4, 5 having sum(n) <> 0),
    sums as (
      select g.step, c.company_id, g.receiver_id, c.day, g.slot, g.site_id,
        coalesce(sum(n) filter (where cell is not null), 0)::integer as acknowledged,
        coalesce(sum(n) filter (where cell is not null and breach is null), 0)::integer as kept,
        coalesce(sum(n) filter (where breach = 'given-up'), 0)::integer as given_up,
        coalesce(sum(n) filter (where breach = 'analysis'), 0)::integer as late_analysis,
        coalesce(sum(n) filter (where breach = 'waiting'), 0)::integer as late_waiting,
        coalesce(sum(n) filter (where breach = 'receiver'), 0)::integer as late_receiver,
        array_agg(cell) as cells, array_agg(n) as numbers
      from changes c join receiver r on r.id = c.receiver_id cross join lateral (values
        (1, c.receiver_id, 0::smallint, r.site_id),
        (2, '00000000-0000-0000-0000-000000000000'::uuid, app.slot_of(c.receiver_id), '00000000-0000-0000-0000-000000000000'::uuid))
        g (step, receiver_id, slot, site_id)
      group by g.step, c.company_id, g.receiver_id, c.day, g.slot, g.site_id)
    select company_id, receiver_id, day, slot, site_id, acknowledged, kept, given_up, late_analysis, late_waiting, late_receiver,
      (select array_agg(coalesce(counted.n, 0)::integer order by place)
        from generate_series(1, 1 + cardinality(app.response_edges())) place
          left join (select cell, sum(n) as n from unnest(cells, numbers) u (cell, n) group by cell) counted on counted.cell = place)
    from sums order by step, company_id, receiver_id, day, slot
  on conflict (company_id, receiver_id, day, slot) do update set
    acknowledged = d.acknowledged + excluded.acknowledged, kept = d.kept + excluded.kept, given_up = d.given_up + excluded.given_up,
    late_analysis = d.late_analysis + excluded.late_analysis, late_waiting = d.late_waiting + excluded.late_waiting,
    late_receiver = d.late_receiver + excluded.late_receiver,
    spread = (select array_agg(had + more order by place) from unnest(d.spread, excluded.spread) with ordinality s (had, more, place));
  return null;
end $$;
create trigger delivery_counted after update on delivery
  referencing old table as before_rows new table as after_rows for each statement execute function app.count_responses();

-- The breaches of one receiver or site, among those of a company with many others.
create index delivery_breach_receiver on delivery (receiver_id, goal_day, id) where breach is not null;
