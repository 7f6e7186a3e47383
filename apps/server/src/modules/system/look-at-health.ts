import type { BlockingReason, DegradingReason } from '@winnow/contract'
import type { Db } from '../../platform/db/transaction.ts'
import { within } from './within.ts'
import { lookAtDatabase } from './look-at-database.ts'

/** What a look found. Without either kind of reason all is well. */
export interface Health {
  /** This process cannot take messages. */
  blocking: BlockingReason[]
  degraded: DegradingReason[]
}

export interface HealthDeps {
  db: Db
  limits: { hasRoom(): boolean; lowDisk(): object | undefined }
  pump: { keepsUp(): boolean }
  /** Whether the database answers by a connection that nobody else uses. */
  databaseAnswers: () => Promise<boolean>
  checkMedia: () => Promise<void>
  /** Whether the media store still is this database's; left out where nothing can take its place. */
  isOwnStore?: (() => Promise<boolean>) | undefined
  /** Whether nothing is sent to receivers, as after a restore. */
  deliveriesHeld: () => Promise<boolean>
  analysisIdle: () => Promise<boolean>
  /** Whether some process that analyses cannot use one of its detectors. */
  detectorBroken: () => Promise<boolean>
  /** What waits for longer than it should. */
  behind: () => Promise<DegradingReason[]>
}

/** Shorter than the patience of those who ask. */
const PATIENCE_MS = 2_000

async function lookAtStore(deps: HealthDeps): Promise<BlockingReason[]> {
  const problem = async (): Promise<BlockingReason[]> => {
    await deps.checkMedia()
    return deps.isOwnStore && !(await deps.isOwnStore()) ? ['store-foreign'] : []
  }
  return within(problem(), PATIENCE_MS, (): BlockingReason[] => ['store-unwritable'])
}

/** Looks at everything that alarms need, side by side. It never throws, and takes a few seconds at most. */
export async function lookAtHealth(deps: HealthDeps): Promise<Health> {
  const [database, store] = await Promise.all([
    lookAtDatabase(deps.db, deps.databaseAnswers, PATIENCE_MS),
    lookAtStore(deps),
  ])
  const isFull = !deps.limits.hasRoom()
  const health: Health = {
    blocking: [...(isFull ? (['disk-full'] as const) : []), ...store, ...database.blocking],
    degraded: [
      ...(!isFull && deps.limits.lowDisk() ? (['disk-low'] as const) : []),
      ...(deps.pump.keepsUp() ? [] : (['reading-behind'] as const)),
      ...database.degraded,
    ],
  }
  // What is told by the database needs one that answers.
  if (database.blocking.some((reason) => reason !== 'database-read-only')) return health
  const unknown = () => false
  const [held, idle, broken, behind] = await Promise.all([
    within(deps.deliveriesHeld(), PATIENCE_MS / 2, unknown),
    within(deps.analysisIdle(), PATIENCE_MS / 2, unknown),
    within(deps.detectorBroken(), PATIENCE_MS / 2, unknown),
    within(deps.behind(), PATIENCE_MS / 2, (): DegradingReason[] => []),
  ])
  if (held) health.degraded.push('deliveries-held')
  if (idle) health.degraded.push('analysis-idle')
  if (broken) health.degraded.push('detector-broken')
  health.degraded.push(...behind)
  return health
}
