import type { HealthReason, ServiceProblem } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { readBehind } from '../analysis/index.ts'
import type { HealthWatch } from '../system/index.ts'

/** Told with figures of their own. */
const TOLD_APART: ReadonlySet<HealthReason> = new Set(['disk-full', 'disk-low', 'analysis-idle', 'deliveries-held'])
/** Told of the company alone: what waits for others is nobody else's to know. */
const OF_A_COMPANY: ReadonlySet<HealthReason> = new Set(['unread', 'queued', 'late', 'overdue', 'released'])

/** What is wrong with the installation, and what of the company's waits for longer than it should. */
export async function readService(
  deps: { db: Db; clock: Clock; deadlineSeconds: number; health: HealthWatch },
  companyId: string,
  grants: Grants,
): Promise<{ analysisIdle: boolean; service: ServiceProblem[] }> {
  const [{ blocking, degraded }, behind] = await Promise.all([deps.health.recent(), readBehind(deps, companyId)])
  const common = [...blocking, ...degraded].filter((reason) => !TOLD_APART.has(reason) && !OF_A_COMPANY.has(reason))
  const waiting = (['overdue', 'unread', 'queued', 'late', 'released'] as const).flatMap((reason) => {
    const count = behind[reason]
    return count === undefined ? [] : [{ reason, count: grants.all ? count : null }]
  })
  return {
    analysisIdle: degraded.includes('analysis-idle'),
    service: [...common.map((reason) => ({ reason, count: null })), ...waiting],
  }
}
