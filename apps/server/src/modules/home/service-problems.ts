import type { HealthReason, ServiceProblem } from '@winnow/contract'
import type { Deadline, Grants } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { readBehindOf } from '../analysis/index.ts'
import type { HealthWatch } from '../system/index.ts'

/** Reported with figures of their own. */
const TOLD_APART: ReadonlySet<HealthReason> = new Set(['disk-full', 'disk-low', 'analysis-idle', 'deliveries-held'])
/** Reported for the user's own company only. The backlogs of other companies are confidential. */
const OF_A_COMPANY: ReadonlySet<HealthReason> = new Set(['unread', 'queued', 'late', 'overdue', 'released'])

/** Problems of the installation, and what waits too long in the company. */
export async function readService(
  deps: { db: Db; clock: Clock; deadline: Deadline; health: HealthWatch },
  companyId: string,
  grants: Grants,
): Promise<{ analysisIdle: boolean; service: ServiceProblem[] }> {
  const [{ blocking, degraded }, behind] = await Promise.all([deps.health.recent(), readBehindOf(companyId, deps)])
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
