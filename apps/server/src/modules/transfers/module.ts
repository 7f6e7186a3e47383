import type { Module } from '../../platform/modules/module.ts'
import { importTree } from './import-job.ts'
import { registerTransfers, type TransferDeps } from './transfer-routes.ts'

export const transfersModule: Module<TransferDeps> = {
  name: 'transfers',
  tables: {
    tree_import: { rows: [{ kind: 'days', column: 'created_at', days: 1 }] },
    tree_import_line: { rows: 'kept' },
  },
  routes: registerTransfers,
  backgroundJobs: ({ productPlan }) => [importTree(productPlan)],
}
