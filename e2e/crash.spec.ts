import { seedOfRun } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { WAYS } from './src/crash/crash-cameras.ts'
import { runCrash } from './src/crash/run-crash.ts'

/**
 * The number of kills in this sample, of which each meets all ways in. `npm run storm -- crash` kills eight times as often, `npm run crash` as often as its option says, both with
 * the built-in detector.
 */
const KILLS = 5

it(
  'no acknowledged message of any way in is lost or doubled when the server and its database are killed, and receivers get all: what they took is never called lost',
  // Eleven ways in are sent by, and product and database are started anew five times, which takes minutes beside other tests.
  { timeout: 600_000 },
  async () => {
    const seed = seedOfRun()
    console.log(`Killed by WINNOW_TEST_SEED=${seed}`)
    const report = await runCrash({ kills: KILLS, seed, hasTinyDetector: true })
    expect(report).toMatchObject({
      kills: KILLS,
      lost: [],
      doubled: [],
      unread: [],
      undecided: [],
      calledLost: [],
      unsent: [],
    })
    expect(report.taken).toBeGreaterThan(KILLS)
    // One of each pair.
    expect([2, 3]).toContain(report.databaseKills)
    expect(Object.keys(report.acknowledgedBy).toSorted()).toEqual(WAYS.toSorted())
    for (const [way, count] of Object.entries(report.acknowledgedBy)) expect(count, way).toBeGreaterThan(0)
  },
)
