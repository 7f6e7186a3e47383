import { openBenchDatabase } from '../seed/bench-database.ts'
import { TREE_SCENARIOS, treeSeed } from '../seed/tree-seed.ts'
import type { Bench } from '../bench.ts'
import { printInBrowser } from './browser/in-browser.ts'
import { printInServer } from './in-server.ts'

/** Opening, searching and filtering the tree: in the server alone, then in a browser, with the memory that it takes. */
export const bench: Bench = async (options) => {
  const scenario = TREE_SCENARIOS[options.size]
  const database = await openBenchDatabase(treeSeed(scenario))
  try {
    await printInServer(database, scenario, options)
  } finally {
    await database.close()
  }
  await printInBrowser(scenario)
}
