import { getHome } from '@winnow/contract'
import type { Deadline } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import type { Module } from '../../platform/modules/module.ts'
import { heldSince } from '../delivery/index.ts'
import type { IngestLimits } from '../intake/index.ts'
import { findMissingHolidays } from '../schedules/index.ts'
import type { HealthWatch } from '../system/index.ts'
import { deleteUnseen } from './delete-unseen.ts'
import { registerFirstSteps } from './first-steps.ts'
import { registerHealth } from './health-routes.ts'
import { registerAgreement } from './label-agreement.ts'
import { readFigures } from './home-figures.ts'
import { registerFigures } from './figures-routes.ts'
import { createScopeSums, SUM_DAYS, type ScopeSums } from './scope-sums.ts'
import { readService } from './service-problems.ts'
import { homeJobs, homeTicks, sumForClient, sumForUser } from './sums-ahead.ts'

export { countGranted } from './count-granted.ts'
export { countNode, countNodes, countSource, sumsByNode } from './count-source.ts'
export { askedWindow, askedZone, writtenWindow } from './count-window.ts'
export { presentSeries, presentTotals, sumOf, usualStep } from './present-counts.ts'
export { noCounts, type Window } from './quarter-counts.ts'
export type { ScopeSums } from './scope-sums.ts'
export { homeJobs, homeTicks, sumForClient, sumForUser }

export const homeModule: Module<HomeDeps, object, { scopeSums: ScopeSums }> = {
  name: 'home',
  tables: {
    scope_quarter: {
      rows: [
        { kind: 'days', column: 'quarter', days: SUM_DAYS + 1 },
        { kind: 'run', when: 'after', run: deleteUnseen },
      ],
    },
  },
  make: () => ({ services: { scopeSums: createScopeSums() } }),
  routes: registerHome,
  jobs: homeJobs,
  ticks: homeTicks,
}

export interface HomeDeps {
  db: Db
  clock: Clock
  limits: IngestLimits
  health: HealthWatch
  deadline: Deadline
  scopeSums: ScopeSums
  cameraSystems: CameraSystems
}

function registerHome(register: Register, deps: HomeDeps): void {
  registerHealth(register, deps.cameraSystems)
  registerAgreement(register)
  registerFirstSteps(register)
  const { db, limits, scopeSums: sums } = deps
  registerFigures(register, { db, sums })
  // Several transactions run in parallel, since one after the other would take twice as long.
  register.read(getHome, {
    async reply({ actor, companyId, query, now, read }) {
      const since = new Date(now.getTime() - query.hours * 3_600_000)
      const { grants } = actor
      const [figures, service, held, missingHolidays] = await Promise.all([
        readFigures(db, companyId, grants, { since, now }, sums),
        readService(deps, { companyId, grants, permissions: actor.permissions }),
        read(heldSince),
        read((tx) => findMissingHolidays({ tx, actor, now })),
      ])
      const sum = (field: 'received' | 'filtered' | 'passed' | 'unverified' | 'outside') =>
        figures.byHour.reduce((total, hour) => total + hour[field], 0)
      const [received, filtered, passed, unverified, outside] = [
        sum('received'),
        sum('filtered'),
        sum('passed'),
        sum('unverified'),
        sum('outside'),
      ]
      // Unverified alarms got no verdict from the filter, so they do not count in the share.
      const analysed = filtered + passed
      return {
        since: since.toISOString(),
        now: now.toISOString(),
        received,
        filtered,
        passed,
        unverified,
        // Derived from the same rows. A count of its own could see verdicts that these rows do not have yet.
        waiting: received - filtered - passed - unverified - outside,
        outside,
        filteredShare: analysed === 0 ? null : filtered / analysed,
        latency: figures.latency,
        byHour: figures.byHour,
        account: figures.account,
        attention: {
          lowDisk: limits.lowDisk() ?? null,
          receivers: figures.receivers,
          deliveriesHeldSince: held?.toISOString() ?? null,
          unmatched: figures.unmatched,
          blindRules: figures.blindRules,
          missingHolidays,
          ...service,
        },
      }
    },
  })
}
