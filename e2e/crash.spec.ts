import { expect, it } from 'vitest'
import { runCrash } from './src/crash/run-crash.ts'

const KILLS = 10

it(
  'no acknowledged message is lost or doubled when the server and its database are killed',
  { timeout: 300_000 },
  async () => {
    const report = await runCrash({ kills: KILLS, seed: 7 })
    expect(report).toMatchObject({ kills: KILLS, lost: [], doubled: [], unread: [], undecided: [] })
    expect(report.databaseKills).toBeGreaterThan(0)
    expect(report.acknowledged).toBeGreaterThan(KILLS * 4)
  },
)
