import { QUARTER_MS } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Window } from './quarter-counts.ts'
import { readVersions, type Version } from './quarter-versions.ts'

/** What rankings count. An `outside` alarm says nothing about its camera: the camera was switched off. */
export const CRITERIA = ['alarming', 'true', 'false'] as const
export type Criterion = (typeof CRITERIA)[number]

/** Counts of one quarter hour: place and alarms of each camera, and of the few that have labels place, true and false ones. */
interface Quarter {
  version: string
  alarms: Int32Array
  labels: Int32Array
}

/** The ids of sites or cameras by number, and the number of each place. */
interface Nodes {
  ids: string[]
  numbers: Map<string, number>
  ofPlaces: number[]
}

/** A company's counts. A camera that was moved has a place at each of its sites. */
interface Company {
  places: Map<string, number>
  nodes: { view: Nodes; site: Nodes }
  /** By the start of the quarter hour in Unix milliseconds. */
  quarters: Map<number, Quarter>
  /** The counts of cameras that are kept, over all quarter hours. */
  size: number
  /** The load that is going on. */
  loading: Promise<void> | undefined
}

/** The sums of a window, by place. */
export type PlaceSums = Record<Criterion, Int32Array>

/** The places of a company: camera and site of each, and their sums in each window. */
export interface CountedPlaces {
  places: number
  nodes: Readonly<Record<'view' | 'site', Readonly<Pick<Nodes, 'ids' | 'ofPlaces'>>>>
  sums: PlaceSums[]
}

export interface CameraCounts {
  sum(tx: Tx, companyId: string, windows: readonly Window[]): Promise<CountedPlaces>
}

/** Quarter hours that are kept of a company: a week of Home, and the week before it. */
const KEPT_QUARTERS = 14 * 96 + 8
/** Counts of cameras that are kept of all companies, some 9 bytes each. The company that was asked for the longest time ago is dropped. */
const MAX_SIZE = 4_000_000
/** Quarter hours that are read at once. */
const BATCH = 48
/** Bytes of an id, and of the counts of a camera in a quarter hour: two ids and three numbers. */
const ID_BYTES = 16
const ROW_BYTES = 2 * ID_BYTES + 12

/**
 * Creates a cache of the counts of cameras by quarter hour. A week of thousands of cameras is up to a million rows, too many to add up at
 * each view of Home. As with {@link createScopeSums}, what is kept of a quarter hour is used only while the company's version of it is the
 * same, so a ranking is exact and reads only the quarter hours that changed since the one before.
 */
export function createCameraCounts({ maxSize = MAX_SIZE } = {}): CameraCounts {
  const companies = new Map<string, Company>()
  return {
    async sum(tx, companyId, windows) {
      const company = companies.get(companyId) ?? newCompany()
      companies.delete(companyId)
      companies.set(companyId, company)
      await refresh(tx, companyId, company, windows)
      const sums = windows.map((window) => addUp(company, window))
      forgetOld(company)
      forgetCompanies(companies, maxSize)
      return { places: company.places.size, nodes: company.nodes, sums }
    },
  }
}

const noNodes = (): Nodes => ({ ids: [], numbers: new Map(), ofPlaces: [] })

const newCompany = (): Company => ({
  places: new Map(),
  nodes: { view: noNodes(), site: noNodes() },
  quarters: new Map(),
  size: 0,
  loading: undefined,
})

/** Loads the quarter hours that changed. Many who ask at once after a start wait for one load. */
async function refresh(tx: Tx, companyId: string, company: Company, windows: readonly Window[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- the first that goes on begins the next load
  while (company.loading) await company.loading.catch(() => undefined)
  const load = async () => {
    // Versions are read before the counts. A commit in between makes counts newer than their version, and the next call reads them again.
    const versions = new Map<number, Version>()
    for (const window of windows)
      // oxlint-disable-next-line no-await-in-loop -- a transaction runs one query at a time
      for (const found of await readVersions(tx, companyId, window)) versions.set(found.quarter.getTime(), found)
    const changed = [...versions.values()].filter(
      ({ quarter, version }) => company.quarters.get(quarter.getTime())?.version !== version,
    )
    for (let from = 0; from < changed.length; from += BATCH)
      // oxlint-disable-next-line no-await-in-loop -- in parts, so that other requests are answered in between
      await loadQuarters(tx, companyId, company, changed.slice(from, from + BATCH))
  }
  company.loading = load()
  try {
    await company.loading
  } finally {
    company.loading = undefined
  }
}

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

/** Adds up a window. All quarter hours that have alarms have been loaded. */
function addUp({ places, quarters }: Company, { since, till }: Window): PlaceSums {
  const sums = {
    alarming: new Int32Array(places.size),
    true: new Int32Array(places.size),
    false: new Int32Array(places.size),
  }
  const add = (to: Int32Array, place: number | undefined, count: number | undefined) => {
    if (place !== undefined && count !== undefined) to[place] = (to[place] ?? 0) + count
  }
  for (let at = since.getTime(); at < till.getTime(); at += QUARTER_MS) {
    const quarter = quarters.get(at)
    if (!quarter) continue
    const { alarms, labels } = quarter
    for (let n = 0; n < alarms.length; n += 2) add(sums.alarming, alarms[n], alarms[n + 1])
    for (let n = 0; n < labels.length; n += 3) {
      add(sums.true, labels[n], labels[n + 1])
      add(sums.false, labels[n], labels[n + 2])
    }
  }
  return sums
}

function forget(company: Company, at: number): void {
  const quarter = company.quarters.get(at)
  if (!quarter) return
  company.quarters.delete(at)
  company.size -= quarter.alarms.length / 2
}

function forgetOld(company: Company): void {
  const { quarters } = company
  if (quarters.size <= KEPT_QUARTERS) return
  const oldest = [...quarters.keys()].toSorted((a, b) => a - b).slice(0, quarters.size - KEPT_QUARTERS)
  for (const at of oldest) forget(company, at)
}

/** A Map keeps its keys in the order in which they were inserted. */
function forgetCompanies(companies: Map<string, Company>, maxSize: number): void {
  let size = 0
  for (const company of companies.values()) size += company.size
  for (const [id, company] of companies) {
    if (size <= maxSize || companies.size === 1) return
    companies.delete(id)
    size -= company.size
  }
}
