import type { BlockingReason, DegradingReason } from '@winnow/contract'
import type { Db } from '../../platform/db/transaction.ts'
import { within } from './within.ts'
import { lookAtDatabase } from './look-at-database.ts'

/** The result of a health check. If both lists are empty, there is no problem. */
export interface Health {
  /** Reasons why this process cannot accept messages. */
  blocking: BlockingReason[]
  degraded: DegradingReason[]
}

export interface HealthDeps {
  db: Db
  limits: { hasRoom(): boolean; lowDisk(): object | undefined }
  pump: { keepsUp(): boolean }
  /** Whether the database answers on a connection that nobody else uses. */
  databaseAnswers: () => Promise<boolean>
  checkMedia: () => Promise<void>
  /** Whether the mounted media store belongs to this database; undefined for stores that cannot be mounted by mistake. */
  isOwnStore?: (() => Promise<boolean>) | undefined
  /** Whether messages to receivers are held, as after a restore. */
  deliveriesHeld: () => Promise<boolean>
  analysisIdle: () => Promise<boolean>
  /** Whether the intake process hangs or did so recently; undefined if this process has no intake process. */
  intakeHung?: (() => boolean) | undefined
  /** Whether any process that analyses cannot use one of its detectors. */
  detectorBroken: () => Promise<boolean>
  /** Whether the synthetic alarm is missing. */
  alarmMissing: () => Promise<boolean>
  /** Finds the backlogs that have waited too long. */
  behind: () => Promise<DegradingReason[]>
}

/** The time limit of each check, shorter than the timeouts of monitoring tools. */
const PATIENCE_MS = 2_000

async function lookAtStore(deps: HealthDeps): Promise<BlockingReason[]> {
  const problem = async (): Promise<BlockingReason[]> => {
    await deps.checkMedia()
    return deps.isOwnStore && !(await deps.isOwnStore()) ? ['store-foreign'] : []
  }
  return within(problem(), PATIENCE_MS, (): BlockingReason[] => ['store-unwritable'])
}

/** Checks everything that alarms need, in parallel. Never throws, and takes a few seconds at most. */
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
      ...(deps.intakeHung?.() ? (['intake-hung'] as const) : []),
      ...database.degraded,
    ],
  }
  // Checks that read the database run only if it answers.
  if (database.blocking.some((reason) => reason !== 'database-read-only')) return health
  const unknown = () => false
  const [missing, held, idle, broken, behind] = await Promise.all([
    within(deps.alarmMissing(), PATIENCE_MS / 2, unknown),
    within(deps.deliveriesHeld(), PATIENCE_MS / 2, unknown),
    within(deps.analysisIdle(), PATIENCE_MS / 2, unknown),
    within(deps.detectorBroken(), PATIENCE_MS / 2, unknown),
    within(deps.behind(), PATIENCE_MS / 2, (): DegradingReason[] => []),
  ])
  // The loudest alarm comes first.
  if (missing) health.degraded.unshift('alarm-missing')
  if (held) health.degraded.push('deliveries-held')
  if (idle) health.degraded.push('analysis-idle')
  if (broken) health.degraded.push('detector-broken')
  health.degraded.push(...behind)
  return health
}
