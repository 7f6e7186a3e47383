import { setTimeout as wait } from 'node:timers/promises'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { BackgroundJobKind } from '../../platform/jobs/background-job.ts'
import type { Logger } from '../../platform/log.ts'
import { rightsOfAuthor } from '../identity/index.ts'
import { factsOf, type JobRow } from './job-queries.ts'
import { endWithError, giveUpItem, nextItems, StepRefused, takeStep, type Step } from './take-step.ts'

export interface RunDeps {
  db: Db
  clock: Clock
  log: Logger
  /** The pause after a step that failed, in milliseconds; default: a second. */
  retryMs?: number
}

/**
 * After each transaction a job pauses for this share of the transaction's duration. So a job of a hundred thousand cameras
 * leaves half of a core and of the disk to requests.
 */
const REST_SHARE = 1
const LEAST_REST_MS = 5
const RETRY_MS = 1_000
/** The time in milliseconds after which a statement of a step is cancelled, so that it does not lock rows for longer. */
const STATEMENT_MS = 20_000

/** The author's rights now; undefined if they may no longer do what the job does. A job without an author may do everything. */
async function grantsNow(tx: Tx, kind: BackgroundJobKind, row: JobRow, now: Date): Promise<Grants | undefined> {
  const { user_id: userId, token_id: tokenId } = row
  if (tokenId === null && userId === null) return { all: true, permission: 'write' }
  const rights = await rightsOfAuthor(tx, tokenId === null ? { userId: userId ?? '', tokenId } : { tokenId }, now)
  const isAllowed = rights && (kind.permission === undefined || rights.permissions.has(kind.permission))
  return isAllowed ? rights.grants : undefined
}

/** Takes one step in a transaction, or ends the job because its author has lost the right to it. */
async function takeOrEnd(next: Omit<Step, 'grants'>): Promise<JobRow> {
  const grants = await grantsNow(next.tx, next.kind, next.row, next.now)
  return grants ? takeStep({ ...next, grants }) : endWithError(next, 'FORBIDDEN')
}

/** Takes one step. Before its transaction, the kind of job may prepare data for it. */
async function step({ db, clock }: RunDeps, kind: BackgroundJobKind, row: JobRow, most: number): Promise<JobRow> {
  const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(db, row.company_id, work, { statementTimeoutMs: STATEMENT_MS, idleTimeoutMs: STATEMENT_MS })
  const now = clock.now()
  if (!kind.prepare || row.planning) return inside((tx) => takeOrEnd({ tx, kind, row, now, most }))
  const items = await inside((tx) => nextItems(tx, row, most))
  const open = items.filter(({ refused }) => refused === null)
  const prepared = open.length === 0 ? undefined : await kind.prepare(factsOf(row), open)
  return inside((tx) => takeOrEnd({ tx, kind, row, now: clock.now(), ready: { items, prepared } }))
}

/** Counts the next item as failed. If the job is still planning, or no item is left, the whole job ends with an error. */
const giveUpNext = ({ db, clock }: RunDeps, kind: BackgroundJobKind, row: JobRow): Promise<JobRow> =>
  inTenant(db, row.company_id, async (tx) => {
    const [item] = row.planning ? [] : await nextItems(tx, row, 1)
    const facts = { tx, kind, row, now: clock.now() }
    return item ? giveUpItem(facts, item) : endWithError(facts, 'INTERNAL')
  })

const isReachable = (db: Db): Promise<boolean> =>
  inSystem(db, (tx) => sql`select 1`.execute(tx)).then(
    () => true,
    () => false,
  )

/**
 * Takes the steps of a job until the job is done, cancelled, or claimed by another process. When a step fails, its items are tried in ever
 * smaller parts, so that one bad item fails alone.
 * @param signal aborted when the process stops, or has lost the lease
 */
export async function runJob(deps: RunDeps, kind: BackgroundJobKind, job: JobRow, signal: AbortSignal): Promise<void> {
  const log = deps.log.child({ backgroundJob: job.id, kind: kind.name })
  let row = job
  let most = kind.batch
  let failures = 0
  while (row.status !== 'done' && !signal.aborted) {
    const started = performance.now()
    try {
      row = await step(deps, kind, row, most)
      most = Math.min(kind.batch, most * 2)
      failures = 0
    } catch (err) {
      if (err instanceof StepRefused) return log.info('the job was cancelled or is taken on elsewhere')
      // While the database cannot be reached, no item is at fault.
      const counts = await isReachable(deps.db)
      log.warn({ err, most, failures, counts }, 'a step of a job failed and is tried again')
      await wait(deps.retryMs ?? RETRY_MS, undefined, { signal }).catch(() => {})
      if (!counts) continue
      failures++
      if (most > 1 && !row.planning) most = Math.ceil(most / 4)
      else if (failures > 2) row = await giveUpNext(deps, kind, row).catch(() => row)
      continue
    }
    const rest = Math.max(LEAST_REST_MS, (performance.now() - started) * REST_SHARE)
    await wait(rest, undefined, { signal }).catch(() => {})
  }
}
