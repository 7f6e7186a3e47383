import { getHome } from '@winnow/contract'
import type { Clock } from '../../platform/clock.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { heldSince } from '../delivery/index.ts'
import type { IngestLimits } from '../intake/index.ts'
import type { HealthWatch } from '../system/index.ts'
import { readFigures } from './home-figures.ts'
import { createScopeSums } from './scope-sums.ts'
import { readService } from './service-problems.ts'

export { homeJobs, homeTicks, sumForClient, sumForUser } from './sums-ahead.ts'

export interface HomeDeps {
  db: Db
  clock: Clock
  limits: IngestLimits
  health: HealthWatch
  deadlineSeconds: number
}

export function registerHome(register: Register, deps: HomeDeps): void {
  const { db, clock, limits } = deps
  const sums = createScopeSums()
  register(getHome, async ({ actor, query }) => {
    const now = clock.now()
    const since = new Date(now.getTime() - query.hours * 3_600_000)
    const { companyId, grants } = actor
    const [figures, service, held] = await Promise.all([
      readFigures(db, companyId, grants, { since, now }, sums),
      readService(deps, companyId, grants),
      inSystem(db, heldSince),
    ])
    const sum = (field: 'received' | 'filtered' | 'passed' | 'unverified') =>
      figures.byHour.reduce((total, hour) => total + hour[field], 0)
    const [received, filtered, passed, unverified] = [
      sum('received'),
      sum('filtered'),
      sum('passed'),
      sum('unverified'),
    ]
    // Unverified alarms were not judged: they are no part of the share.
    const analysed = filtered + passed
    return {
      since: since.toISOString(),
      now: now.toISOString(),
      received,
      filtered,
      passed,
      unverified,
      waiting: figures.waiting,
      filteredShare: analysed === 0 ? null : filtered / analysed,
      latency: figures.latency,
      byHour: figures.byHour,
      account: figures.account,
      attention: {
        lowDisk: limits.lowDisk() ?? null,
        receivers: figures.receivers,
        deliveriesHeldSince: held?.toISOString() ?? null,
        unmatched: figures.unmatched,
        ...service,
      },
    }
  })
}
