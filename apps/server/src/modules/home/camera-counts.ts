import { QUARTER_MS } from '@winnow/domain'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import {
  endsInTime,
  findChanged,
  forget,
  load,
  loadBehind,
  newCompany,
  type Company,
  type Nodes,
  type Preparing,
} from './load-camera-counts.ts'
import type { Window } from './quarter-counts.ts'

/** What rankings count. An `outside` alarm says nothing about its camera: the camera was switched off. */
export const CRITERIA = ['alarming', 'true', 'false'] as const
export type Criterion = (typeof CRITERIA)[number]

/** The sums of a window, by place. */
export type PlaceSums = Record<Criterion, Int32Array>

/** The places of a company: camera and site of each, and their sums in each window. */
export interface CountedPlaces {
  places: number
  nodes: Readonly<Record<'view' | 'site', Readonly<Pick<Nodes, 'ids' | 'ofPlaces'>>>>
  sums: PlaceSums[]
}

export interface CameraCounts {
  /**
   * Reads what is missing, in transactions of its own. If that is much, as after a start of the program, it goes on in the background: who asks
   * waits for a moment only. @returns how far that is, if it has not ended
   */
  prepare(db: Db, companyId: string, windows: readonly Window[]): Promise<Preparing | undefined>
  /** Adds up windows. What is still missing is read first. */
  sum(tx: Tx, companyId: string, windows: readonly Window[]): Promise<CountedPlaces>
}

interface Options {
  maxSize?: number
  /** For how long a request waits for a load in the background, in milliseconds. */
  patienceMs?: number
}

/** Quarter hours that are kept of a company: a week of Home, and the week before it. */
const KEPT_QUARTERS = 14 * 96 + 8
/** Counts of cameras that are kept of all companies, some 9 bytes each. The company that was asked for the longest time ago is dropped. */
const MAX_SIZE = 4_000_000
/** Quarter hours that the transaction of a request reads. More are read before it. */
const MOST_IN_REQUEST = 96
const PATIENCE_MS = 1_000
/**
 * Creates a cache of the counts of cameras by quarter hour. A week of thousands of cameras is up to a million rows, too many to add up at
 * each view of Home. As with {@link createScopeSums}, what is kept of a quarter hour is used only while the company's version of it is the
 * same, so a ranking is exact and reads only the quarter hours that changed since the one before.
 */
export function createCameraCounts({ maxSize = MAX_SIZE, patienceMs = PATIENCE_MS }: Options = {}): CameraCounts {
  const companies = new Map<string, Company>()
  /** The counts of a company, which become those that were asked for last. */
  const use = (companyId: string): Company => {
    const company = companies.get(companyId) ?? newCompany()
    companies.delete(companyId)
    companies.set(companyId, company)
    return company
  }
  return {
    async prepare(db, companyId, windows) {
      const company = use(companyId)
      const { failure } = company
      company.failure = undefined
      if (failure !== undefined) throw failure
      if (!company.loading) {
        const changed = await inTenant(db, companyId, (tx) => findChanged(tx, companyId, company, windows))
        if (changed.length <= MOST_IN_REQUEST) return undefined
        if (!company.loading) void loadBehind(db, companyId, company, changed)
      }
      return endsInTime(company, patienceMs)
    },
    async sum(tx, companyId, windows) {
      const company = use(companyId)
      await refresh(tx, companyId, company, windows)
      const sums = windows.map((window) => addUp(company, window))
      forgetOld(company)
      forgetCompanies(companies, maxSize)
      return { places: company.places.size, nodes: company.nodes, sums }
    },
  }
}

/** Loads the quarter hours that changed. Many who ask at once after a start wait for one load. */
async function refresh(tx: Tx, companyId: string, company: Company, windows: readonly Window[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- the first that goes on begins the next load
  while (company.loading) await company.loading.ended
  const changed = await findChanged(tx, companyId, company, windows)
  await load(tx, companyId, company, changed)
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
