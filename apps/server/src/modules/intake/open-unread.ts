import { planBurst } from '@winnow/domain'
import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/log.ts'
import { publishAllLive } from '../live/index.ts'
import { claimedColumns, LEASE_SECONDS, LONGEST_PAUSE_MS, type ClaimedSignal } from './claim-signal.ts'
import { loadViews, lockIdleViews, type IntakeView } from './intake-view.ts'
import { notAfter, openAlarms, type NewAlarm } from './open-alarm.ts'
import { unreadSignal } from './unread-signal.ts'

/** Messages that one transaction opens alarms for. */
const PAGE = 250

/** Messages that nobody has tried to read wait so many deadlines: reading them is mostly all they need, and puts each where it belongs … */
const UNTRIED_DEADLINES = 4
/** … but no longer than this, so that they are passed on within their minute. */
const UNTRIED_SECONDS = 50

export interface UnreadDeps {
  db: Db
  clock: Clock
  log: Logger
  deadlineSeconds: number
}

/** How long a message may wait that nobody has tried to read, in seconds. */
const untriedSeconds = (deadlineSeconds: number): number =>
  Math.max(deadlineSeconds, Math.min(UNTRIED_DEADLINES * deadlineSeconds, UNTRIED_SECONDS))

/** The place to go on from: messages that no alarm can be opened for must not hide those behind them. */
interface Late {
  id: string
  /** As the database writes it, which knows finer times than we do. */
  at: string
}

/**
 * Messages of cameras at work that nobody could read by their deadline, and that have no alarm yet. A picture that somebody tries has no deadline.
 * One that was left behind, or that waits for room, is not among them until this program has had time to read it, nor while it is read
 * for the first time, if that began only after the deadline. One from the future was received before the clock was set back: it is late.
 */
async function findLate(tx: Tx, deps: UnreadDeps, runsForMs: number, after: Late | undefined): Promise<Late[]> {
  const now = deps.clock.now()
  const patienceMs = untriedSeconds(deps.deadlineSeconds) * 1000
  const future = furthestAhead(now, 0)
  const before = new Date(now.getTime() - deps.deadlineSeconds * 1000)
  const untriedBefore = new Date(now.getTime() - patienceMs)
  const isFirstTryLate = sql`s.attempts = 1 and s.lease_until > ${now}
    and s.lease_until <= ${furthestAhead(now, LONGEST_PAUSE_MS)}
    and s.lease_until > s.received_at + make_interval(secs => ${deps.deadlineSeconds + LEASE_SECONDS})`
  const isBehind = after ? sql`(s.received_at, s.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<Late>`
    select s.id, s.received_at::text as at from signal s join view v on v.id = s.view_id join site on site.id = v.site_id
    where s.state = 'stored' and s.alarm_id is null and not s.is_test
      and (s.received_at <= ${before} or s.received_at > ${future}) and ${isBehind}
      and v.active and site.active
      and case when s.lease_until is null
        then ${runsForMs >= patienceMs} and (s.received_at <= ${untriedBefore} or s.received_at > ${future})
        else not (${isFirstTryLate}) end
    order by s.received_at, s.id limit ${PAGE}`.execute(tx)
  return rows
}

/** The latest alarm of each camera, where nothing of it was read yet. Of one that was read an analysis may be under way, which would not hear of further messages. */
async function findUnread(tx: Tx, viewIds: readonly string[], until: Date): Promise<Map<string, Unread>> {
  const { rows } = await sql<Unread & { view_id: string; signal_count: number }>`
    select latest.* from unnest(${viewIds}::uuid[]) as of_view (id) cross join lateral (
      select id, view_id, received_at, last_signal_at, event, signal_count from alarm
      where view_id = of_view.id and received_at <= ${until} order by id desc limit 1) latest
    where latest.signal_count = 0`.execute(tx)
  return new Map(rows.map((row) => [row.view_id, row]))
}

/** An alarm that is or will be there of messages that were not read. */
interface Unread {
  id: string
  received_at: Date
  last_signal_at: Date
  event: string | null
}

/** The alarm that a message belongs to by its time: a burst that cannot be read is one alarm. */
function isJoined(view: IntakeView, alarm: Unread, { received_at: now }: ClaimedSignal): boolean {
  const { id, received_at: startedAt, last_signal_at: lastSignalAt, event } = alarm
  return (
    planBurst({
      now,
      windowMs: view.mergeWindowMs,
      openAlarm: { id, startedAt, lastSignalAt, event },
      signal: { kind: 'alarm', event: null, hasPictures: true },
    }).action === 'join'
  )
}

/** What is written for messages: new alarms, later ends of those that are there, and which alarm each message is of. */
interface Plan {
  opened: NewAlarm[]
  joined: Map<string, Date>
  alarmOf: Map<string, string>
}

/** @param latest of each camera, as {@link findUnread} has it */
function planAlarms(
  signals: readonly ClaimedSignal[],
  views: ReadonlyMap<string, IntakeView>,
  latest: Map<string, Unread>,
): Plan {
  const opened = new Map<string, NewAlarm>()
  const joined = new Map<string, Date>()
  const alarmOf = new Map<string, string>()
  for (const signal of signals) {
    const view = views.get(signal.view_id ?? '')
    if (!view) continue
    const at = signal.received_at
    const last = latest.get(view.id)
    const alarm =
      last && isJoined(view, last, signal)
        ? { ...last, last_signal_at: at > last.last_signal_at ? at : last.last_signal_at }
        : { id: newId(at.getTime()), received_at: at, last_signal_at: at, event: null }
    latest.set(view.id, alarm)
    alarmOf.set(signal.id, alarm.id)
    const isNew = alarm.id !== last?.id
    const ours = opened.get(alarm.id)
    if (ours) ours.lastSignalAt = alarm.last_signal_at
    else if (isNew)
      opened.set(alarm.id, {
        id: alarm.id,
        view,
        signal,
        parsed: unreadSignal(signal.id),
        lastSignalAt: at,
        readSignals: 0,
      })
    else joined.set(alarm.id, alarm.last_signal_at)
  }
  return { opened: [...opened.values()], joined, alarmOf }
}

/**
 * Opens alarms for messages in one transaction. Messages that are just read or filed, and those of cameras of which another one is, are left
 * for the next time.
 */
async function openFor(tx: Tx, deps: UnreadDeps, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows: signals } = await sql<ClaimedSignal>`
    select ${claimedColumns} from signal where id = any(${ids}::uuid[]) and state = 'stored' and alarm_id is null
    order by received_at, id for update skip locked`.execute(tx)
  const viewIds = [...new Set(signals.flatMap(({ view_id }) => view_id ?? []))]
  const idle = await lockIdleViews(tx, viewIds)
  if (idle.length === 0) return new Map()
  const views = new Map((await loadViews(tx, idle)).filter(({ active }) => active).map((view) => [view.id, view]))
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

/** As {@link openFor}, in transactions of their own. Where one fails, each half alone: one message holds up none of the others. */
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
    // A database that is away fails for all of them.
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
 * Has an alarm without pictures for each message that could not be read by its deadline, as when the store of pictures is down. The deadline
 * passes it on; what the message holds is added as soon as it can be read, and the verdict corrected.
 * @param runsForMs how long this program has had to read messages, by a clock that nobody can set
 */
export async function openUnread(deps: UnreadDeps, runsForMs: number): Promise<void> {
  let after: Late | undefined
  do {
    const from = after
    const page = await inSystem(deps.db, (tx) => findLate(tx, deps, runsForMs, from))
    if (page.length > 0)
      await openEach(
        deps,
        page.map(({ id }) => id),
      )
    after = page.length < PAGE ? undefined : page.at(-1)
  } while (after)
}
