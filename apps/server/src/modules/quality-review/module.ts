import type { Module } from '../../platform/modules/module.ts'
import { registerCompanySwitch } from './company-routes.ts'
import { registerSupervisors, type SupervisorDeps } from './supervisor-routes.ts'

/** How long the results of rounds are kept. */
const KEPT_DAYS = 400

export const qualityReviewModule: Module<SupervisorDeps> = {
  name: 'quality-review',
  tables: {
    quality_switch: { rows: 'kept' },
    quality_round: { rows: [{ kind: 'days', column: 'opened_at', days: KEPT_DAYS }] },
    quality_sample: { rows: [{ kind: 'days', column: 'listed_at', days: KEPT_DAYS }] },
  },
  routes(register, deps) {
    registerCompanySwitch(register)
    registerSupervisors(register, deps)
  },
}
