import type { Client } from 'pg'
import type { Seed } from '../seed/bench-database.ts'
import { withoutAutovacuum, withoutIndexes } from '../seed/indexes.ts'
import { nodeId, seedTree, type TreeSize } from '../seed/tree.ts'
import { addUpResponses } from './add-up-responses.ts'

export const OUTBOX_COMPANY: TreeSize = {
  company: '01900000-0000-7000-8000-00000000000c',
  projects: 10,
  sites: 100,
  views: 200,
}
export const RECEIVERS = 1_000
/** The age of the oldest messages. */
const DAYS = 30
/** The share of the newest messages that wait, and how many wait at most. */
const WAITING = { share: 0.01, most: 100_000 }
const BATCH = 500_000

/** SQL for the id of the nth receiver. Receiver 1 has the most messages: a tenth of all. */
export const receiverId = (n: number | string): string =>
  nodeId(OUTBOX_COMPANY.company, 'view', `('receiver ' || ${n})`)
/** SQL for the id of the alarm of the nth message. */
export const alarmIdOf = (n: number | string): string => `md5('alarm ' || ${n})::uuid`

/**
 * The outbox of a company after a month: a thousand receivers, of which few get the most messages (the density falls with the cube root).
 * Five in a thousand messages were given up, two in a hundred did not keep their goal, and the newest ones wait.
 */
export function outboxSeed(messages: number): Seed {
  return {
    name: `outbox-${messages}`,
    version: '2',
    async write(client, say) {
      await seedTree(client, OUTBOX_COMPANY)
      await insertReceivers(client)
      // Triggers would add up each batch.
      await client.query('alter table delivery disable trigger user')
      await withoutAutovacuum(client, ['delivery'], async () => {
        await withoutIndexes(client, ['delivery'], async () => {
          for (let from = 1; from <= messages; from += BATCH) {
            await insertMessages(client, messages, from, Math.min(messages, from + BATCH - 1))
            say(`${Math.min(messages, from + BATCH - 1).toLocaleString('en')} messages`)
          }
          await client.query('vacuum (skip_database_stats) delivery')
        })
        say('indexes')
      })
      await addUpResponses(client)
      await client.query('alter table delivery enable trigger user')
      await client.query('analyze delivery, receiver, response_day')
    },
  }
}

const insertReceivers = (client: Client) =>
  client.query(`
    insert into receiver (id, company_id, site_id, kind, name, config)
    select ${receiverId('n')}, '${OUTBOX_COMPANY.company}', ${nodeId(OUTBOX_COMPANY.company, 'site', `(1 + n % ${OUTBOX_COMPANY.sites})`)},
      'webhook', 'Receiver ' || n, '{"url":"http://127.0.0.1:9/"}'
    from generate_series(1, ${RECEIVERS}) n;
    create temp table source as select n, ${receiverId('n')} as receiver_id from generate_series(1, ${RECEIVERS}) n;
    create index on source (n); analyze source`)

async function insertMessages(client: Client, total: number, from: number, to: number): Promise<void> {
  const waiting = Math.min(WAITING.most, Math.floor(total * WAITING.share))
  await client.query(`
    insert into delivery (id, company_id, receiver_id, alarm_id, alarm_version, type, verdict, state, attempts, next_at, first_attempt_at,
      finished_at, last_status, last_error, created_at, received_at, decided_at, sent_at, acknowledged_at, goal_seconds, goal_day, breach)
    select (lpad(to_hex((extract(epoch from d.at) * 1000)::bigint), 12, '0') || '7' || substr(d.hash, 1, 3) || '8' || substr(d.hash, 4, 15))::uuid,
      '${OUTBOX_COMPANY.company}', s.receiver_id, ${alarmIdOf('d.g')}, 2, 'alarm.created', d.verdict, d.state,
      case d.state when 'pending' then 0 else 1 end, case d.state when 'pending' then d.at end,
      case when d.state <> 'pending' then d.at end, case when d.state <> 'pending' then d.at + interval '0.2 s' end,
      case d.state when 'delivered' then 200 when 'dead' then 422 end, case d.state when 'dead' then 'rejected' end, d.at,
      d.at - interval '2 s', d.at, case when d.state <> 'pending' then d.at end,
      case when d.state = 'delivered' then d.at + interval '0.2 s' end, 30, d.at::date,
      case when d.state = 'dead' then 'given-up' when d.state = 'delivered' and d.b < 0.02 then 'receiver' end
    from (
      select g, md5(g::text) as hash, random() as b,
        now() - make_interval(secs => ${DAYS} * 86400.0 * (${total} - g) / ${total}) as at,
        (array['true', 'unverified', 'false'])[1 + (case when v < 0.8 then 0 when v < 0.95 then 1 else 2 end)] as verdict,
        case when g > ${total - waiting} then 'pending' when e < 0.005 then 'dead' else 'delivered' end as state,
        1 + floor(${RECEIVERS} * power(f, 3))::int as n
      from (select g, random() as v, random() as e, random() as f from generate_series(${from}, ${to}) g offset 0) r
      offset 0) d
      join source s on s.n = d.n
    order by d.g`)
}
