import type { HealthReason, Permission, ServiceProblem } from '@winnow/contract'
import type { Deadline, Grants } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { readBehindOf } from '../analysis/index.ts'
import type { HealthWatch } from '../system/index.ts'

/** Reasons that are left out here, since Home reports them with separate figures. */
const TOLD_APART: ReadonlySet<HealthReason> = new Set(['disk-full', 'disk-low', 'analysis-idle', 'deliveries-held'])
/** Reasons that are told only to those who run the installation. */
const OF_THE_INSTALLATION: ReadonlySet<HealthReason> = new Set(['alarm-missing'])
/** Reasons that are reported for the user's own company only, since the backlogs of other companies are confidential. */
const OF_A_COMPANY: ReadonlySet<HealthReason> = new Set(['unread', 'queued', 'late', 'overdue', 'released'])

/** Who asks. */
interface Asker {
  companyId: string
  grants: Grants
  permissions: ReadonlySet<Permission>
}

/** Reads the problems of the installation, and the company's messages and alarms that wait too long. */
export async function readService(
  deps: { db: Db; clock: Clock; deadline: Deadline; health: HealthWatch },
  { companyId, grants, permissions }: Asker,
): Promise<{ analysisIdle: boolean; service: ServiceProblem[] }> {
  const [{ blocking, degraded }, behind] = await Promise.all([deps.health.recent(), readBehindOf(companyId, deps)])
  const runsInstallation = permissions.has('companies.manage')
  const common = [...blocking, ...degraded].filter(
    (reason) =>
      !TOLD_APART.has(reason) && !OF_A_COMPANY.has(reason) && (runsInstallation || !OF_THE_INSTALLATION.has(reason)),
  )
  const waiting = (['overdue', 'unread', 'queued', 'late', 'released'] as const).flatMap((reason) => {
    const count = behind[reason]
    return count === undefined ? [] : [{ reason, count: grants.all ? count : null }]
  })
  return {
    analysisIdle: degraded.includes('analysis-idle'),
    service: [...common.map((reason) => ({ reason, count: null })), ...waiting],
  }
}
