import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'

const EVERY_MS = 5_000
const SILENT_MS = 20_000
const PREFIX = 'analysis:'

/** Announces that this process runs analyses, until it is stopped. */
export function startAnalysisHeartbeat(deps: { db: Db; clock: Clock; log: Logger; id: string }): {
  stop(): Promise<void>
} {
  const poolId = PREFIX + deps.id
  const beat = (): void => {
    const now = deps.clock.now()
    inSystem(deps.db, (tx) =>
      tx
        .insertInto('worker_heartbeat')
        .values({ pool_id: poolId, beat_at: now })
        .onConflict((conflict) => conflict.column('pool_id').doUpdateSet({ beat_at: now }))
        .execute(),
    ).catch((err: unknown) => deps.log.warn({ err }, 'heartbeat could not be written'))
  }
  beat()
  const timer = setInterval(beat, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await inSystem(deps.db, (tx) => tx.deleteFrom('worker_heartbeat').where('pool_id', '=', poolId).execute())
    },
  }
}

/** True when no process runs analyses. Every alarm then goes out unverified at its deadline. */
export async function isAnalysisIdle(db: Db, now: Date): Promise<boolean> {
  const row = await inSystem(db, (tx) =>
    tx
      .selectFrom('worker_heartbeat')
      .select('pool_id')
      .where('pool_id', 'like', `${PREFIX}%`)
      .where('beat_at', '>', new Date(now.getTime() - SILENT_MS))
      // A heartbeat in the future was written before the clock was set back. A live process writes a new one.
      .where('beat_at', '<=', furthestAhead(now, 0))
      .limit(1)
      .executeTakeFirst(),
  )
  return !row
}
