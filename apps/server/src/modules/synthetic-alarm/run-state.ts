import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { heldSince } from '../delivery/index.ts'

/** How long a synthetic alarm may take until it has arrived, in ms. */
export const PATIENCE_MS = 60_000

/** The last run. */
interface RunState {
  companyId: string
  nextAt: Date
  sentAt: Date | null
  arrivedAt: Date | null
  refusal: string | null
  missingSince: Date | null
  toldAt: Date | null
}

/** @returns undefined if none was ever sent */
export async function findRun(tx: Tx): Promise<RunState | undefined> {
  const { rows } = await sql<RunState>`
    select company_id as "companyId", next_at as "nextAt", sent_at as "sentAt", arrived_at as "arrivedAt", refusal,
      missing_since as "missingSince", told_at as "toldAt"
    from synthetic_alarm`.execute(tx)
  return rows[0]
}

/**
 * Since when the synthetic alarm has been missing; undefined if it is not. It is missing when the last one did not arrive within a minute, when one
 * before it did not arrive and none has since, and when nobody has sent one although it is time.
 * @param since since when this process has been watching: what was due or sent before, as while everything was stopped, gets its time from then
 */
export function missingSince(
  run: RunState | undefined,
  { since, everyMs }: { since: Date; everyMs: number },
  now: Date,
): Date | undefined {
  const isOver = (at: Date) => now.getTime() - Math.max(at.getTime(), since.getTime()) > PATIENCE_MS
  if (run?.missingSince) return run.missingSince
  if (run?.sentAt && !run.arrivedAt && isOver(run.sentAt)) return run.sentAt
  const dueAt = new Date(Math.max(run?.nextAt.getTime() ?? 0, since.getTime() + (run ? 0 : everyMs)))
  return isOver(dueAt) ? dueAt : undefined
}

/** Since when it has been missing. While all deliveries are held, as after a restore, none is sent and none is missing. */
export async function readMissing(
  db: Db,
  watch: { since: Date; everyMs: number },
  now: Date,
): Promise<{ run: RunState | undefined; since: Date | undefined; isHeld: boolean }> {
  return inSystem(db, async (tx) => {
    const run = await findRun(tx)
    const isHeld = (await heldSince(tx)) !== undefined
    return { run, since: isHeld ? undefined : missingSince(run, watch, now), isHeld }
  })
}

/**
 * Notes that the synthetic alarm is missing, until one arrives: a process that has just started could not find it out anew.
 * @param run what was found; nothing is noted if an alarm was sent or has arrived meanwhile
 * @returns whether it was noted
 */
export async function noteMissing(db: Db, run: RunState, since: Date): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql`
      update synthetic_alarm set missing_since = ${since}
      where missing_since is null and next_at = ${run.nextAt} and sent_at is not distinct from ${run.sentAt}::timestamptz
        and arrived_at is not distinct from ${run.arrivedAt}::timestamptz
      returning 1`.execute(tx)
    return rows.length > 0
  })
}
