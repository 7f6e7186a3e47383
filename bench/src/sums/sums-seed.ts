import { foldSlots } from '@winnow/server/src/modules/home/fold-slots.ts'
import { COUNT_SITES } from '../seed/count-sites.ts'
import type { Seed } from '../seed/bench-database.ts'
import { COMPANY, DAYS } from '../seed/alarm-seed.ts'
import { nodeId, seedTree } from '../seed/tree.ts'

const BATCH = 500_000

/**
 * The sums of a large company's alarms, without the alarms: cameras are as busy, and verdicts and labels as frequent, as in the seed of
 * alarms. Alarms are drawn in the order of time, so that rows of a quarter hour are adjacent as in a running program.
 */
export function sumsSeed(alarms: number): Seed {
  return {
    name: `sums-${alarms}`,
    version: '2',
    async write(client, say, db) {
      await seedTree(client, COMPANY)
      await client.query(`
        create temp table source as select n, v.id as view_id, v.site_id
          from generate_series(1, ${COMPANY.views}) n join view v on v.id = ${nodeId(COMPANY.company, 'view', 'n')};
        create index on source (n); analyze source`)
      for (let from = 0; from < alarms; from += BATCH) {
        await insertCounts(client, alarms, from, Math.min(alarms, from + BATCH))
        if (from % 5_000_000 === 0) say(`${from.toLocaleString('en')} alarms`)
      }
      say('counts of cameras')
      await client.query(COUNT_SITES)
      say('counts of sites and companies')
      await foldSlots(db, new Date(), new AbortController().signal)
      await client.query('vacuum (analyze, skip_database_stats) alarm_quarter, view_quarter, view, site, project')
    },
  }
}

/** Draws a part of the alarms and adds their counts. A quarter hour that two parts share is added to. */
async function insertCounts(
  client: Parameters<Seed['write']>[0],
  total: number,
  from: number,
  to: number,
): Promise<void> {
  await client.query(`
    insert into view_quarter as q
    select '${COMPANY.company}', s.view_id, d.quarter, s.site_id, count(*),
      count(*) filter (where v >= 0.8 and v < 0.99), count(*) filter (where v < 0.8), count(*) filter (where v >= 0.99), 0,
      count(*) filter (where l < 0.005 and v >= 0.8 and v < 0.99), count(*) filter (where l < 0.005 and v < 0.8),
      count(*) filter (where l < 0.005 and v >= 0.99), count(*) filter (where l >= 0.005 and l < 0.03 and v >= 0.8 and v < 0.99),
      count(*) filter (where l >= 0.005 and l < 0.03 and v < 0.8), count(*) filter (where l >= 0.005 and l < 0.03 and v >= 0.99)
    from (
      select 1 + floor(${COMPANY.views} * power(random(), 3))::int as n, random() as v, random() as l,
        date_bin('15 minutes', now() - make_interval(secs => ${DAYS} * 86400.0 * (${total} - g) / ${total}),
          timestamptz '2000-01-01 00:00:00+00') as quarter
      from generate_series(${from + 1}, ${to}) g offset 0) d join source s on s.n = d.n
    group by s.view_id, d.quarter, s.site_id order by d.quarter
    on conflict (view_id, quarter, site_id) do update set received = q.received + excluded.received, passed = q.passed + excluded.passed,
      filtered = q.filtered + excluded.filtered, unverified = q.unverified + excluded.unverified,
      true_passed = q.true_passed + excluded.true_passed, true_filtered = q.true_filtered + excluded.true_filtered,
      true_unverified = q.true_unverified + excluded.true_unverified, false_passed = q.false_passed + excluded.false_passed,
      false_filtered = q.false_filtered + excluded.false_filtered, false_unverified = q.false_unverified + excluded.false_unverified`)
}
