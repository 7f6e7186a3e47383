import { debounce, isRise, type DebounceWindow, type Verdict } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The most alarms that one message stands for. Further ones go as another message. */
const MOST_GATHERED = 1_000
/** Stands for all cameras of the receiver's site. */
const ALL_CAMERAS = '00000000-0000-0000-0000-000000000000'

/** A message that is about to be written to the outbox. */
export interface PlannedDelivery {
  id: string
  company_id: string
  receiver_id: string
  alarm_id: string
  alarm_version: number
  type: 'alarm.created' | 'alarm.corrected'
  verdict: Verdict
  previous_verdict: Verdict | null
  mails: string[] | null
  next_at: Date
  created_at: Date
  received_at: Date
  decided_at: Date
  /** The goal of the site, by which the message is measured; null if it is not. */
  goal_seconds: number | null
  /** The day of the receipt in the time zone of the site. */
  goal_day: string | null
  /** The message that is sent for this one too. */
  carrier_id: string | null
  is_digest: boolean
}

/** What a receiver gets as one message; null: each by itself. */
export interface Gathering {
  debounceSeconds: number | null
  digestMinutes: number | null
}

interface Window extends DebounceWindow {
  receiver_id: string
  view_id: string
  /** The message that gathers the others, as long as it waits. */
  carrier: { id: string; verdict: Verdict } | undefined
  gathered: number
}

interface WindowRow {
  receiver_id: string
  view_id: string
  ends_at: Date
  verdict: Verdict
  classes: string[]
  carrier_id: string | null
  gathered: number
}

interface Item {
  row: PlannedDelivery
  viewId: string
  seconds: number
  isDigest: boolean
}

const keyOf = (receiverId: string, viewId: string): string => `${receiverId} ${viewId}`

/** The messages that may be gathered. Corrections never are. */
function itemsOf(
  rows: readonly PlannedDelivery[],
  wanted: ReadonlyMap<string, Gathering>,
  views: ReadonlyMap<string, { view_id: string }>,
): Item[] {
  return rows.flatMap((row): Item[] => {
    const gathering = wanted.get(row.receiver_id)
    if (!gathering || row.type !== 'alarm.created') return []
    const { debounceSeconds, digestMinutes } = gathering
    if (row.verdict === 'false' && digestMinutes !== null)
      return [{ row, viewId: ALL_CAMERAS, seconds: digestMinutes * 60, isDigest: true }]
    const viewId = views.get(row.alarm_id)?.view_id
    return viewId === undefined || debounceSeconds === null
      ? []
      : [{ row, viewId, seconds: debounceSeconds, isDigest: false }]
  })
}

/** Locks the windows of some messages, in a fixed order, so that two alarms of a camera never both go as its first. */
async function lockWindows(tx: Tx, items: readonly Item[], now: Date): Promise<WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    insert into delivery_window (receiver_id, view_id, company_id, ends_at, verdict)
    select distinct receiver_id, view_id, company_id, ${now}::timestamptz, 'false'
    from unnest(${items.map(({ row }) => row.receiver_id)}::uuid[], ${items.map(({ viewId }) => viewId)}::uuid[],
      ${items.map(({ row }) => row.company_id)}::uuid[]) as wanted (receiver_id, view_id, company_id)
    order by receiver_id, view_id
    on conflict (receiver_id, view_id) do update set ends_at = delivery_window.ends_at
    returning receiver_id, view_id, ends_at, verdict, classes, carrier_id, gathered`.execute(tx)
  return rows
}

/** Locks the messages that gather others and whose time is not over. One that is being sent takes no further ones. */
async function lockCarriers(tx: Tx, ids: readonly string[], now: Date): Promise<Map<string, Window['carrier']>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; verdict: Verdict }>`
    select id, verdict from delivery
    where id = any(${ids}::uuid[]) and state = 'pending' and attempts = 0 and lease_until is null and carrier_id is null
      and next_at > ${now}
    order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function loadWindows(tx: Tx, items: readonly Item[], now: Date): Promise<Map<string, Window>> {
  const rows = await lockWindows(tx, items, now)
  const carriers = await lockCarriers(
    tx,
    rows.flatMap(({ carrier_id: id }) => id ?? []),
    now,
  )
  return new Map(
    rows.map(({ ends_at: endsAt, carrier_id: carrierId, ...row }) => [
      keyOf(row.receiver_id, row.view_id),
      { ...row, endsAt, carrier: carriers.get(carrierId ?? '') },
    ]),
  )
}

async function storeWindows(tx: Tx, windows: Iterable<Window>): Promise<void> {
  const rows = [...windows].map(({ endsAt, carrier, ...window }) => ({
    ...window,
    ends_at: endsAt.toISOString(),
    carrier_id: carrier?.id ?? null,
  }))
  await sql`
    update delivery_window w set ends_at = n.ends_at, verdict = n.verdict, classes = n.classes, carrier_id = n.carrier_id, gathered = n.gathered
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (receiver_id uuid, view_id uuid, ends_at timestamptz, verdict text,
      classes text[], carrier_id uuid, gathered integer)
    where w.receiver_id = n.receiver_id and w.view_id = n.view_id`.execute(tx)
}

/** Lets a message wait for the end of its window, with the one that is sent for all: that with the highest verdict. */
function join(window: Window, { row, isDigest }: Item, moved: Map<string, string>): Window {
  row.next_at = window.endsAt
  row.is_digest = isDigest
  const { carrier, gathered } = window
  if (!carrier || gathered >= MOST_GATHERED)
    return { ...window, carrier: { id: row.id, verdict: row.verdict }, gathered: 1 }
  if (!isRise(row.verdict, carrier.verdict)) {
    row.carrier_id = carrier.id
    return { ...window, gathered: gathered + 1 }
  }
  moved.set(carrier.id, row.id)
  return { ...window, carrier: { id: row.id, verdict: row.verdict }, gathered: gathered + 1 }
}

/**
 * Gathers messages that are about to be written, as their receivers have chosen: alarms of a camera that follow one another, and filtered
 * alarms of the site. Sets when each is due, and which message is sent for it too.
 * @returns messages that no longer gather others, with the one that does now; to be given to {@link moveGathered} when all are written
 */
export async function gatherDeliveries(
  tx: Tx,
  rows: readonly PlannedDelivery[],
  wanted: ReadonlyMap<string, Gathering>,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const moved = new Map<string, string>()
  if (wanted.size === 0) return moved
  const alarms = await sql<{ id: string; view_id: string; classes: string[] }>`
    select id, view_id, classes from alarm where id = any(${rows.map((row) => row.alarm_id)}::uuid[])`.execute(tx)
  const facts = new Map(alarms.rows.map((alarm) => [alarm.id, alarm]))
  const items = itemsOf(rows, wanted, facts)
  if (items.length === 0) return moved
  const windows = await loadWindows(tx, items, now)
  for (const item of items) {
    const key = keyOf(item.row.receiver_id, item.viewId)
    const before = windows.get(key)
    if (!before) continue
    const alarm = { verdict: item.row.verdict, classes: facts.get(item.row.alarm_id)?.classes ?? [] }
    const { gathers, window } = debounce(before, alarm, item.seconds, now)
    const isNew = window.endsAt.getTime() !== before.endsAt.getTime()
    const after: Window = { ...before, ...window, ...(isNew ? { carrier: undefined, gathered: 0 } : {}) }
    // Of filtered alarms the first does not go at once either.
    windows.set(key, gathers || item.isDigest ? join(after, item, moved) : after)
  }
  await storeWindows(tx, windows.values())
  return moved
}

/** Hands what a message has gathered, and itself, to the one that is sent for all now. */
export async function moveGathered(tx: Tx, moved: ReadonlyMap<string, string>): Promise<void> {
  for (const [from, to] of moved)
    // oxlint-disable-next-line no-await-in-loop -- in order: a message can be handed on more than once
    await sql`update delivery set carrier_id = ${to} where (id = ${from} or carrier_id = ${from}) and id <> ${to}`.execute(
      tx,
    )
}

/**
 * Lets the messages about alarms go at once that wait to be gathered, because a correction follows, which must not wait with them.
 * @param alarms ids of alarms and receivers, in pairs
 */
export async function releaseGathered(
  tx: Tx,
  alarms: readonly { alarm_id: string; receiver_id: string }[],
  now: Date,
): Promise<void> {
  if (alarms.length === 0) return
  await sql`
    update delivery d set next_at = ${now}, planned_at = ${now}, carrier_id = null
    from unnest(${alarms.map((each) => each.alarm_id)}::uuid[], ${alarms.map((each) => each.receiver_id)}::uuid[])
      as corrected (alarm_id, receiver_id)
    where d.alarm_id = corrected.alarm_id and d.receiver_id = corrected.receiver_id and d.state = 'pending' and d.attempts = 0
      and d.lease_until is null`.execute(tx)
}

/** What became of a message becomes of those that it was sent for too. */
export async function settleGathered(tx: Tx, carrierIds: readonly string[]): Promise<void> {
  await sql`
    update delivery d set state = c.state, attempts = c.attempts, next_at = c.next_at, planned_at = c.planned_at,
      first_attempt_at = c.first_attempt_at, finished_at = c.finished_at, last_status = c.last_status, last_error = c.last_error,
      last_detail = c.last_detail
    from delivery c
    where c.id = any(${carrierIds}::uuid[]) and d.carrier_id = c.id and d.state <> 'delivered'`.execute(tx)
}

/** SQL condition on the messages `d`: another one that still waits is sent for it too. */
export const isCarried = sql<boolean>`d.carrier_id is not null and exists (
  select from delivery carrier where carrier.id = d.carrier_id and carrier.state = 'pending')`
