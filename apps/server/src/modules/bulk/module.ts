import type { Module } from '../../platform/modules/module.ts'
import { registerBulk, type BulkDeps } from './bulk-routes.ts'
import { changeSettings, toggleActive, toggleTampering } from './column-jobs.ts'
import { deleteSelected, moveToSite, restoreDeleted } from './place-jobs.ts'

export const bulkModule: Module<BulkDeps> = {
  name: 'bulk',
  routes: registerBulk,
  backgroundJobs: () => [toggleActive, toggleTampering, changeSettings, moveToSite, deleteSelected, restoreDeleted],
}
