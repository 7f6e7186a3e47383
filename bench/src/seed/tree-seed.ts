import { companyOf, writeScenario, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { SCENARIOS } from '@winnow/testkit'
import type { Size } from '../bench.ts'
import type { Seed } from './bench-database.ts'

const { large } = SCENARIOS
const tenth = (count: number): number => count / 10

/** `full`: the company of `npm run seed -- --scenario large`. `small`: a tenth of it. */
export const TREE_SCENARIOS: Record<Size, Scenario> = {
  small: {
    name: 'tenth',
    size: {
      clients: tenth(large.clients),
      sites: tenth(large.sites),
      cameras: tenth(large.cameras),
      groups: tenth(large.groups),
    },
    seed: 'bench',
  },
  full: { name: 'large', size: large, seed: 'bench' },
}

export function treeSeed(scenario: Scenario): Seed {
  return {
    name: `tree-${scenario.name}`,
    version: '2',
    async write(client, say, db) {
      await writeScenario(db, scenario, new Date(), () => {})
      say(`${scenario.size.cameras.toLocaleString('en')} cameras of ${companyOf(scenario)}`)
      await client.query('vacuum (analyze, skip_database_stats) project, site, view')
    },
  }
}
