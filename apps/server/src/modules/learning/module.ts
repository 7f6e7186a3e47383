import type { Module } from '../../platform/modules/module.ts'
import { registerLearning } from './learning-routes.ts'

export const learningModule: Module = {
  name: 'learning',
  tables: { adjustment: { rows: 'kept' } },
  routes: registerLearning,
}
