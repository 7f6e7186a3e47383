import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerLearning } from './learning-routes.ts'
import { learningTicks } from './propose-ahead.ts'

export const learningModule: Module<{ db: Db; clock: Clock }> = {
  name: 'learning',
  tables: { adjustment: { rows: 'kept' }, learning_look: { rows: 'kept' } },
  routes: registerLearning,
  ticks: learningTicks,
}
