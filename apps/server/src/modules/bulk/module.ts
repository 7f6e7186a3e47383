import type { Module } from '../../platform/modules/module.ts'
import { registerBulk, type BulkDeps } from './bulk-routes.ts'
import { changeSettings, toggleActive, toggleTampering } from './column-jobs.ts'
import { deleteSelected, moveToSite, restoreDeleted } from './place-jobs.ts'
import { refreshOf } from './refresh-snapshots.ts'

export const bulkModule: Module<BulkDeps> = {
  name: 'bulk',
  routes: registerBulk,
  backgroundJobs: (deps) => [
    toggleActive,
    toggleTampering,
    changeSettings,
    refreshOf(deps),
    moveToSite,
    deleteSelected,
    restoreDeleted,
  ],
}
