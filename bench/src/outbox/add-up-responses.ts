import type { Client } from 'pg'

/** Adds up the response times of all messages, as the triggers would have done message by message. */
export const addUpResponses = (client: Client) =>
  client.query(`
    insert into response_day (company_id, receiver_id, day, slot, site_id, acknowledged, kept, given_up, late_analysis, late_waiting,
      late_receiver, spread)
    with cells as (
      select company_id, receiver_id, goal_day as day, breach,
        case when acknowledged_at is not null then 1 + width_bucket(
          (extract(epoch from acknowledged_at - received_at) * 1000)::integer, app.response_edges()) end as cell, count(*)::integer as n
      from delivery where goal_seconds is not null and (acknowledged_at is not null or breach is not null) group by 1, 2, 3, 4, 5)
    select c.company_id, g.receiver_id, c.day, g.slot, g.site_id,
      coalesce(sum(n) filter (where cell is not null), 0), coalesce(sum(n) filter (where cell is not null and breach is null), 0),
      coalesce(sum(n) filter (where breach = 'given-up'), 0), coalesce(sum(n) filter (where breach = 'analysis'), 0),
      coalesce(sum(n) filter (where breach = 'waiting'), 0), coalesce(sum(n) filter (where breach = 'receiver'), 0),
      array(select coalesce(sum(u.n), 0)::integer from generate_series(1, 1 + cardinality(app.response_edges())) place
        left join unnest(array_agg(c.cell), array_agg(c.n)) u (cell, n) on u.cell = place group by place order by place)
    from cells c join receiver r on r.id = c.receiver_id cross join lateral (values
      (c.receiver_id, 0::smallint, r.site_id),
      ('00000000-0000-0000-0000-000000000000'::uuid, app.slot_of(c.receiver_id), '00000000-0000-0000-0000-000000000000'::uuid))
      g (receiver_id, slot, site_id)
    group by c.company_id, g.receiver_id, c.day, g.slot, g.site_id`)
