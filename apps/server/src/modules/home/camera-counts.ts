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

/** A company's counts. A camera that was moved has a place at each of its sites. */
interface Company {
  /** Camera and site of each place. */
  places: { viewId: string; siteId: string }[]
  numbers: Map<string, number>
  /** By the start of the quarter hour in Unix milliseconds. */
  quarters: Map<number, Quarter>
  /** The counts of cameras that are kept, over all quarter hours. */
  size: number
  /** The load that is going on. */
  loading: Promise<void> | undefined
}

/** The sums of a window, by place. */
export type PlaceSums = Record<Criterion, Int32Array>

/** The places of a company, and their sums in each window. */
export interface CountedPlaces {
  places: readonly { viewId: string; siteId: string }[]
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
const BATCH = 192
/** Bytes of one count in a reply of the database. */
const ROW_BYTES = 16

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
      return { places: company.places, sums }
    },
  }
}

const newCompany = (): Company => ({
  places: [],
  numbers: new Map(),
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

interface Packed {
  viewId: string
  siteId: string
  counts: Buffer
}

/** Counts of a quarter hour while they are read. */
interface Reading {
  version: string
  alarms: number[]
  labels: number[]
}

async function loadQuarters(tx: Tx, companyId: string, company: Company, changed: readonly Version[]): Promise<void> {
  // One row for each camera, whose counts are packed: a row for each count would take several times as long to send and to read.
  const { rows } = await sql<Packed>`
    select view_id as "viewId", site_id as "siteId", string_agg(int4send((extract(epoch from quarter) / 900)::int)
      || int4send(received - outside) || int4send(true_passed + true_filtered + true_unverified)
      || int4send(false_passed + false_filtered + false_unverified), '') as counts
    from view_quarter
    where company_id = ${companyId} and quarter = any(${changed.map(({ quarter }) => quarter)}::timestamptz[])
    group by view_id, site_id`.execute(tx)
  const reading = new Map<number, Reading>(
    changed.map(({ quarter, version }) => [quarter.getTime(), { version, alarms: [], labels: [] }]),
  )
  for (const { viewId, siteId, counts } of rows) unpack(counts, placeOf(company, viewId, siteId), reading)
  for (const [at, { version, alarms, labels }] of reading) {
    forget(company, at)
    company.quarters.set(at, { version, alarms: Int32Array.from(alarms), labels: Int32Array.from(labels) })
    company.size += alarms.length / 2
  }
}

function unpack(counts: Buffer, place: number, reading: ReadonlyMap<number, Reading>): void {
  for (let at = 0; at < counts.length; at += ROW_BYTES) {
    const quarter = reading.get(counts.readInt32BE(at) * QUARTER_MS)
    const alarms = counts.readInt32BE(at + 4)
    const labelledTrue = counts.readInt32BE(at + 8)
    const labelledFalse = counts.readInt32BE(at + 12)
    if (alarms !== 0) quarter?.alarms.push(place, alarms)
    if (labelledTrue !== 0 || labelledFalse !== 0) quarter?.labels.push(place, labelledTrue, labelledFalse)
  }
}

function placeOf(company: Company, viewId: string, siteId: string): number {
  const key = viewId + siteId
  const known = company.numbers.get(key)
  if (known !== undefined) return known
  company.numbers.set(key, company.places.length)
  return company.places.push({ viewId, siteId }) - 1
}

/** Adds up a window. All quarter hours that have alarms have been loaded. */
function addUp({ places, quarters }: Company, { since, till }: Window): PlaceSums {
  const sums = {
    alarming: new Int32Array(places.length),
    true: new Int32Array(places.length),
    false: new Int32Array(places.length),
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
