import type { Bench } from '../bench.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { TREE_SCENARIOS } from '../seed/tree-seed.ts'
import { printApply } from './apply.ts'
import { printDecision } from './decision.ts'
import { printEvening } from './evening.ts'
import { printIntake } from './intake.ts'
import { scheduleSeed } from './schedule-seed.ts'
import { printStates } from './states.ts'

/** Whether cameras count: one decision, the states of all cameras, the instant at which all of them change, and applying a template to many. */
export const bench: Bench = async (options) => {
  const scenario = TREE_SCENARIOS[options.size]
  printDecision()
  const database = await openBenchDatabase(scheduleSeed(scenario))
  try {
    // First, since it says what is kept of schedules that were never asked for.
    await printEvening(database, scenario)
    await printStates(database, scenario, options)
    await printIntake(database, scenario)
    await printApply(database, scenario)
  } finally {
    await database.close()
  }
}
