import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Window } from './quarter-counts.ts'
import { readVersions, type Version } from './quarter-versions.ts'

/** Counts of one quarter hour: place and alarms of each camera, and of the few that have labels place, true and false ones. */
interface Quarter {
  version: string
  alarms: Int32Array
  labels: Int32Array
}

/** The ids of sites or cameras by number, and the number of each place. */
export interface Nodes {
  ids: string[]
  numbers: Map<string, number>
  ofPlaces: number[]
}

/** A company's counts. A camera that was moved has a place at each of its sites. */
export interface Company {
  places: Map<string, number>
  nodes: { view: Nodes; site: Nodes }
  /** By the start of the quarter hour in Unix milliseconds. */
  quarters: Map<number, Quarter>
  /** The counts of cameras that are kept, over all quarter hours. */
  size: number
  /** The load that is going on. */
  loading: Load | undefined
  /** Why the last load in the background failed, for the next one who asks. */
  failure: unknown
}

/** A load of quarter hours. */
interface Load extends Preparing {
  ended: Promise<void>
}

/** How many quarter hours of a load have been read, and of how many. */
export interface Preparing {
  done: number
  of: number
}

/** Quarter hours that are read at once. */
const BATCH = 48
/** Bytes of an id, and of the counts of a camera in a quarter hour: two ids and three numbers. */
const ID_BYTES = 16
const ROW_BYTES = 2 * ID_BYTES + 12

const noNodes = (): Nodes => ({ ids: [], numbers: new Map(), ofPlaces: [] })

export const newCompany = (): Company => ({
  places: new Map(),
  nodes: { view: noNodes(), site: noNodes() },
  quarters: new Map(),
  size: 0,
  loading: undefined,
  failure: undefined,
})

/** Waits for a load, but not for longer than a request may last. @returns how far the load is, if it has not ended */
export async function endsInTime(company: Company, patienceMs: number): Promise<Preparing | undefined> {
  const { loading } = company
  if (!loading) return undefined
  const patience = new AbortController()
  const isTooLong = wait(patienceMs, true, { signal: patience.signal }).catch(() => true)
  const isGoingOn = await Promise.race([loading.ended.then(() => false), isTooLong])
  patience.abort()
  if (isGoingOn) return { done: loading.done, of: loading.of }
  if (company.failure === undefined) return undefined
  const { failure } = company
  company.failure = undefined
  throw failure
}

/** The quarter hours whose counts changed since they were loaded. */
export async function findChanged(
  tx: Tx,
  companyId: string,
  company: Company,
  windows: readonly Window[],
): Promise<readonly Version[]> {
  // Versions are read before the counts. A commit in between makes counts newer than their version, and the next call reads them again.
  const versions = new Map<number, Version>()
  for (const window of windows)
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one query at a time
    for (const found of await readVersions(tx, companyId, window)) versions.set(found.quarter.getTime(), found)
  return [...versions.values()].filter(
    ({ quarter, version }) => company.quarters.get(quarter.getTime())?.version !== version,
  )
}

/** Begins a load, which others see from now on. */
function begin(company: Company, of: number, work: (loaded: (count: number) => void) => Promise<void>): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const loading: Load = { ended: ended.promise, done: 0, of }
  company.loading = loading
  return work((count) => void (loading.done += count)).finally(() => {
    company.loading = undefined
    ended.resolve()
  })
}

/** Loads quarter hours in the transaction of a request. */
export const load = (tx: Tx, companyId: string, company: Company, changed: readonly Version[]): Promise<void> =>
  begin(company, changed.length, async (loaded) => {
    for (let from = 0; from < changed.length; from += BATCH) {
      const part = changed.slice(from, from + BATCH)
      // oxlint-disable-next-line no-await-in-loop -- in parts, so that other requests are answered in between
      await loadQuarters(tx, companyId, company, part)
      loaded(part.length)
    }
  })

/** Loads quarter hours in transactions of its own, after the request if need be. A failure is kept for who asks next. */
export const loadBehind = (db: Db, companyId: string, company: Company, changed: readonly Version[]): Promise<void> =>
  begin(company, changed.length, async (loaded) => {
    try {
      for (let from = 0; from < changed.length; from += BATCH) {
        const part = changed.slice(from, from + BATCH)
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it takes one connection
        await inTenant(db, companyId, (tx) => loadQuarters(tx, companyId, company, part))
        loaded(part.length)
      }
    } catch (error) {
      company.failure = error
    }
  })

async function loadQuarters(tx: Tx, companyId: string, company: Company, changed: readonly Version[]): Promise<void> {
  // One row for each quarter hour, whose counts are packed: a row for each count would take several times as long to send and to read.
  const { rows } = await sql<{ quarter: Date; counts: Buffer }>`
    select quarter, string_agg(uuid_send(view_id) || uuid_send(site_id) || int4send(received - outside)
      || int4send(true_passed + true_filtered + true_unverified) || int4send(false_passed + false_filtered + false_unverified), '') as counts
    from view_quarter
    where company_id = ${companyId} and quarter = any(${changed.map(({ quarter }) => quarter)}::timestamptz[])
    group by quarter`.execute(tx)
  const read = new Map(rows.map(({ quarter, counts }) => [quarter.getTime(), counts]))
  for (const { quarter, version } of changed) {
    const at = quarter.getTime()
    forget(company, at)
    const counts = unpack(company, read.get(at) ?? Buffer.alloc(0))
    company.quarters.set(at, { version, ...counts })
    company.size += counts.alarms.length / 2
  }
}

function unpack(company: Company, counts: Buffer): Omit<Quarter, 'version'> {
  const alarms: number[] = []
  const labels: number[] = []
  // A part of a text is found in a map in half the time that a part of a buffer takes.
  const bytes = counts.toString('latin1')
  for (let at = 0; at < counts.length; at += ROW_BYTES) {
    const numbers = at + 2 * ID_BYTES
    const place = company.places.get(bytes.slice(at, numbers)) ?? addPlace(company, counts.subarray(at, numbers))
    const received = counts.readInt32BE(numbers)
    const labelledTrue = counts.readInt32BE(numbers + 4)
    const labelledFalse = counts.readInt32BE(numbers + 8)
    if (received !== 0) alarms.push(place, received)
    if (labelledTrue !== 0 || labelledFalse !== 0) labels.push(place, labelledTrue, labelledFalse)
  }
  return { alarms: Int32Array.from(alarms), labels: Int32Array.from(labels) }
}

/** Numbers a new place. `ids` are the bytes of the ids of its camera and site. */
function addPlace({ places, nodes }: Company, ids: Buffer): number {
  const place = places.size
  places.set(ids.toString('latin1'), place)
  addNode(nodes.view, place, idOf(ids.subarray(0, ID_BYTES)))
  addNode(nodes.site, place, idOf(ids.subarray(ID_BYTES)))
  return place
}

const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

function addNode({ ids, numbers, ofPlaces }: Nodes, place: number, id: string): void {
  const node = numbers.get(id) ?? numbers.size
  numbers.set(id, node)
  ids[node] = id
  ofPlaces[place] = node
}

export function forget(company: Company, at: number): void {
  const quarter = company.quarters.get(at)
  if (!quarter) return
  company.quarters.delete(at)
  company.size -= quarter.alarms.length / 2
}
