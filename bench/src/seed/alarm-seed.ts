import type { Client } from 'pg'
import type { Seed } from './bench-database.ts'
import { withoutAutovacuum, withoutIndexes } from './indexes.ts'
import { COUNT_SITES } from './count-sites.ts'
import { nodeId, seedTree, type TreeSize } from './tree.ts'

/** The measured company, and another one in the same tables. */
export const COMPANY: TreeSize = {
  company: '01900000-0000-7000-8000-00000000000a',
  projects: 500,
  sites: 10_000,
  views: 20_000,
}
const NEIGHBOUR: TreeSize = {
  company: '01900000-0000-7000-8000-00000000000b',
  projects: 20,
  sites: 200,
  views: 2_000,
}
/** The age of the oldest alarms, in days. */
export const DAYS = 60
const BATCH = 250_000

/**
 * Alarms like those of a large company. Most come from few cameras (the density falls with the cube root). Four in five are filtered, three
 * in a hundred are labelled, and there are a few of every rare kind. Every tenth belongs to another company. Each has reasons and
 * detections of the usual size, its signal, and its share in the counts.
 */
export function alarmSeed(alarms: number): Seed {
  return {
    name: `alarms-${alarms}`,
    version: '8',
    async write(client, say) {
      await seedTree(client, COMPANY)
      await seedTree(client, NEIGHBOUR)
      await client.query(`
        select app.ensure_partitions(now() - make_interval(days => d)) from generate_series(0, ${DAYS + 1}, 20) d;
        select app.ensure_partitions(now() - make_interval(days => ${DAYS}))`)
      await makeSources(client)
      // Triggers would count each batch. All alarms are counted at once below.
      await client.query('alter table alarm disable trigger user')
      await withoutAutovacuum(client, ['alarm', 'signal'], async () => {
        await withoutIndexes(client, ['alarm', 'signal'], async () => {
          for (let from = 1; from <= alarms; from += BATCH) {
            await insertAlarms(client, alarms, from, Math.min(alarms, from + BATCH - 1))
            say(`${Math.min(alarms, from + BATCH - 1).toLocaleString('en')} alarms`)
          }
          // Done now, while the rows are in memory and the table has no indexes that vacuum would scan.
          await client.query('vacuum (skip_database_stats) alarm')
          say('alarms vacuumed')
          await insertSignals(client)
          say('signals')
          await client.query('vacuum (skip_database_stats) signal')
          say('signals vacuumed')
        })
        say('indexes')
        await countQuarters(client)
        say('counts')
        await client.query('vacuum (analyze, skip_database_stats) alarm_quarter, view_quarter, view, site, project')
        await client.query('analyze alarm, signal')
      })
      await judgeNewest(client)
      await client.query('alter table alarm enable trigger user')
    },
  }
}

/** Creates the cameras by number, and sample results of the analysis, so that each alarm row is as large as a real one. */
async function makeSources(client: Client): Promise<void> {
  await client.query(`
    create temp table source as
      select n, '${COMPANY.company}'::uuid as company_id, v.project_id, v.site_id, v.id as view_id
      from generate_series(1, ${COMPANY.views}) n join view v on v.id = ${nodeId(COMPANY.company, 'view', 'n')}
      union all
      select -n, '${NEIGHBOUR.company}'::uuid, v.project_id, v.site_id, v.id
      from generate_series(1, ${NEIGHBOUR.views}) n join view v on v.id = ${nodeId(NEIGHBOUR.company, 'view', 'n')};
    create temp table stock as
      select n, jsonb_build_array(
          jsonb_build_object('code', 'nothing-that-moved', 'params', jsonb_build_object('score', random(), 'class', 'person'))) as reasons,
        (select jsonb_agg(jsonb_build_object('frame', f, 'class', 'person', 'label', 'person', 'score', random(), 'moved', true,
          'masked', false, 'static', false, 'counted', true, 'model', 'centernet',
          'box', jsonb_build_object('x', random(), 'y', random(), 'width', random(), 'height', random())))
          from generate_series(0, (n % 3)::int) f) as detections
      from generate_series(0, 999) n;
    analyze source; analyze stock`)
}

async function insertAlarms(client: Client, total: number, from: number, to: number): Promise<void> {
  await client.query(`
    insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, vendor, event, event_type,
      verdict, verdict_at, deadline_at, released_at, score, classes, reasons, detections, frame_count, is_test, analysed_signals,
      ground_truth, cus_ground_truth, note_count, version)
    select (lpad(to_hex((extract(epoch from d.at) * 1000)::bigint), 12, '0') || '7' || substr(d.hash, 1, 3) || '8' || substr(d.hash, 4, 15))::uuid,
      s.company_id, s.project_id, s.site_id, s.view_id, d.at, d.at, 'smtp', 'hikvision', 'Motion Detected',
      case when d.e < 0.002 then 'tamper' when d.e < 0.1 then 'line' when d.e < 0.2 then 'person' else 'motion' end,
      d.verdict, case when d.verdict is not null then d.at + d.wait end, d.at + interval '15 s',
      case when d.verdict is not null then d.at + d.wait end, d.score,
      case when d.verdict is distinct from 'true' then '{}' when d.c < 0.003 then '{animal}' when d.c < 0.03 then '{cycle}'
        when d.c < 0.4 then '{vehicle}' when d.c < 0.5 then '{person,vehicle}' else '{person}' end::text[],
      k.reasons, k.detections, 3, d.t < 0.005, 1,
      case when d.l < 0.005 then true when d.l < 0.03 then false end,
      case when d.o < 0.002 then true when d.o < 0.01 then false end,
      case when d.k < 0.002 then 1 else 0 end, 2
    from (
      select g, md5(g::text) as hash, random() as e, random() as c, random() as t, random() as l, random() as o, random() as k,
        random()::real as score, make_interval(secs => 0.3 + 4 * power(random(), 4)) as wait,
        now() - make_interval(secs => ${DAYS} * 86400.0 * (${total} - g) / ${total}) as at,
        case when g > ${total} - 20 then null else (array['false', 'true', 'unverified'])[
          1 + (case when v < 0.8 then 0 when v < 0.99 then 1 else 2 end)] end as verdict,
        case when f < 0.1 then -1 - floor(${NEIGHBOUR.views} * power(f * 10, 3))::int
          else 1 + floor(${COMPANY.views} * power((f - 0.1) / 0.9, 3))::int end as n
      from (select g, random() as v, random() as f from generate_series(${from}, ${to}) g offset 0) r
      offset 0) d
      join source s on s.n = d.n
      join stock k on k.n = d.g % 1000
    order by d.g`)
}

async function insertSignals(client: Client): Promise<void> {
  await client.query(`
    insert into signal (id, company_id, site_id, view_id, source, received_at, raw_key, raw_bytes, raw_sha256, recipient, state, kind,
      event_type, subject, alarm_id)
    select id, company_id, site_id, case when random() < 0.0005 then null else view_id end, 'smtp', received_at, 'raw/' || id, 250000,
      md5(id::text), 'camera@winnow.local', 'parsed', 'alarm', event_type, 'Motion Detected', id
    from alarm`)
}

/**
 * Updates the newest hundredth, as in a running program: an alarm is written a second time when it is judged, and vacuum has not yet
 * processed these rows. Lists and counts start there, and cannot answer that part by an index-only scan.
 */
async function judgeNewest(client: Client): Promise<void> {
  await client.query(
    `update alarm set version = version
     where id >= app.uuid_from_time((select max(received_at) from alarm) - make_interval(secs => $1))`,
    [(DAYS * 86_400) / 100],
  )
}

/** Counts all alarms, as the migration that introduced these sums did, in order of time, so that the rows of a quarter hour are adjacent. */
async function countQuarters(client: Client): Promise<void> {
  await client.query(`
    do $$ begin
      execute 'insert into view_quarter ' || app.counts_of(
        'select id, company_id, site_id, view_id, is_test, verdict, outside, ground_truth, 1 as n from alarm') || ' order by 3';
    end $$`)
  await client.query(COUNT_SITES)
}
