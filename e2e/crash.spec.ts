import { seedOfRun } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { runCrash } from './src/crash/run-crash.ts'

/**
 * The number of kills in this sample. `npm run storm -- crash` kills ten times as often, `npm run crash` as often as its option says, both with
 * the built-in detector.
 */
const KILLS = 4

it(
  'no acknowledged message is lost or doubled when the server and its database are killed, and receivers get all: what they took is never called lost',
  { timeout: 300_000 },
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
    expect(report.databaseKills).toBe(KILLS / 2)
    expect(report.acknowledged).toBeGreaterThan(KILLS * 4)
  },
)
