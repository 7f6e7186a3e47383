import type { Module } from '../../platform/modules/module.ts'
import { registerBulk, type BulkDeps } from './bulk-routes.ts'
import { changeSettings, toggleActive, toggleTampering } from './column-jobs.ts'
import { pauseCameras } from './pause-jobs.ts'
import { deleteSelected, moveToSite, restoreDeleted } from './place-jobs.ts'
import { switchProductOff, switchProductOn } from './product-jobs.ts'
import { registerProducts } from './product-routes.ts'
import { followSchedule } from './schedule-job.ts'
import { refreshOf } from './refresh-snapshots.ts'

export const bulkModule: Module<BulkDeps> = {
  name: 'bulk',
  routes(register, deps) {
    registerBulk(register, deps)
    registerProducts(register, deps)
  },
  backgroundJobs: (deps) => [
    toggleActive,
    toggleTampering,
    changeSettings,
    pauseCameras,
    followSchedule,
    switchProductOn(deps.productPlan),
    switchProductOff(deps.productPlan),
    refreshOf(deps),
    moveToSite,
    deleteSelected,
    restoreDeleted(deps),
  ],
}
