import type { Deadline } from '@winnow/domain'
import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { publishAllLive } from '../live/index.ts'
import { claimedColumns, type ClaimedSignal } from './claim-signal.ts'
import { findLate, type Late } from './find-late.ts'
import { loadViewsOf, lockIdleViews } from './intake-view.ts'
import { notAfter, openAlarms } from './open-alarm.ts'
import { standingOfAlarm } from './signal-standing.ts'
import { planAlarms, type Unread } from './plan-unread.ts'

/** Messages per transaction. */
const PAGE = 250

export interface UnreadDeps {
  db: Db
  clock: Clock
  log: Logger
  deadline: Deadline
}

/**
 * Finds the latest alarm of each camera, if no message of the alarm was read yet. Once a message was read, an analysis may be in progress,
 * which would not notice further messages.
 */
async function findUnread(tx: Tx, viewIds: readonly string[], until: Date): Promise<Map<string, Unread>> {
  const { rows } = await sql<
    Omit<Unread, 'standing' | 'isUnfiltered'> & {
      view_id: string
      outside: string | null
      outside_until: Date | null
      rule_times: unknown
      unfiltered: string | null
    }
  >`
    select latest.* from unnest(${viewIds}::uuid[]) as of_view (id) cross join lateral (
      select id, view_id, site_id, received_at, last_signal_at, event, signal_count, outside, outside_until, rule_times, unfiltered from alarm
      where view_id = of_view.id and received_at <= ${until} order by id desc limit 1) latest
    where latest.signal_count = 0`.execute(tx)
  return new Map(
    rows.map((row) => [row.view_id, { ...row, standing: standingOfAlarm(row), isUnfiltered: row.unfiltered !== null }]),
  )
}

/**
 * Opens alarms for messages in one transaction. Skips cameras of which a message is being read or filed. The next run handles their
 * messages.
 */
async function openFor(tx: Tx, deps: UnreadDeps, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows: signals } = await sql<ClaimedSignal>`
    select ${claimedColumns} from signal where id = any(${ids}::uuid[]) and state = 'stored' and alarm_id is null
    order by received_at, id for update skip locked`.execute(tx)
  const viewIds = [...new Set(signals.flatMap(({ view_id }) => view_id ?? []))]
  const idle = await lockIdleViews(tx, viewIds)
  if (idle.length === 0) return new Map()
  const isIdle = new Set(idle)
  const views = await loadViewsOf(
    tx,
    signals.filter(({ view_id: id }) => isIdle.has(id ?? '')),
  )
  const until = notAfter(signals.at(-1)?.received_at ?? deps.clock.now())
  const { opened, joined, alarmOf } = planAlarms(signals, views, await findUnread(tx, idle, until))
  await sql`
    update alarm set last_signal_at = greatest(alarm.last_signal_at, j.at)
    from unnest(${[...joined.keys()]}::uuid[], ${[...joined.values()]}::timestamptz[]) as j (id, at)
    where alarm.id = j.id`.execute(tx)
  await openAlarms(tx, opened, deps)
  await sql`
    update signal set alarm_id = of_signal.alarm_id
    from unnest(${[...alarmOf.keys()]}::uuid[], ${[...alarmOf.values()]}::uuid[]) as of_signal (id, alarm_id)
    where signal.id = of_signal.id`.execute(tx)
  await publishAllLive(
    tx,
    opened.map(({ id, view }) => ({
      companyId: view.companyId,
      message: {
        type: 'alarm.created',
        id,
        viewId: view.id,
        siteId: view.siteId,
        projectId: view.projectId,
        version: 1,
        isTest: false,
      },
    })),
  )
  return alarmOf
}

/**
 * Like {@link openFor}. If the transaction fails, tries each half of the messages in a separate one, so that one message does not block the
 * others.
 */
async function openEach(deps: UnreadDeps, ids: readonly string[]): Promise<void> {
  try {
    const alarmOf = await inSystem(deps.db, (tx) => openFor(tx, deps, ids), { idleTimeoutMs: 5_000 })
    if (alarmOf.size > 0)
      deps.log.warn(
        { signals: alarmOf.size, signalIds: [...alarmOf.keys()], alarmIds: [...new Set(alarmOf.values())] },
        'alarms are passed on without their pictures: their messages could not be read in time',
      )
    return
  } catch (err) {
    // If the database is unreachable, this statement throws, and halving would not help.
    await inSystem(deps.db, (tx) => sql`select 1`.execute(tx))
    if (ids.length === 1) {
      deps.log.error({ err, signalId: ids[0] }, 'no alarm could be opened for a message that cannot be read')
      return
    }
  }
  const middle = Math.ceil(ids.length / 2)
  await openEach(deps, ids.slice(0, middle))
  await openEach(deps, ids.slice(middle))
}

/**
 * Opens an alarm without pictures for each message that could not be read by its deadline, for example while the store is down. The alarm
 * is passed on at its deadline. When the message can be read, its content is added and the verdict is corrected.
 * @param runsForMs the time in milliseconds for which this process has been able to read messages, by a monotonic clock
 */
export async function openUnread(deps: UnreadDeps, runsForMs: number): Promise<void> {
  let after: Late | undefined
  do {
    const from = after
    const page = await inSystem(deps.db, (tx) =>
      findLate(tx, {
        now: deps.clock.now(),
        deadline: deps.deadline,
        runsForMs,
        after: from,
        limit: PAGE,
      }),
    )
    if (page.length > 0)
      await openEach(
        deps,
        page.map(({ id }) => id),
      )
    after = page.length < PAGE ? undefined : page.at(-1)
  } while (after)
}
