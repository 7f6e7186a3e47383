import { describe, expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { startDatabaseClock } from './database-clock.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const log = createLogger({ level: 'silent' })

/** A database and a machine whose clocks the test sets. */
function lab(start = { database: NOON, monotonic: 5_000 }) {
  const at = { ...start, tripMs: 0 }
  let isAway = false
  const pass = (ms: number): void => {
    at.database += ms
    at.monotonic += ms
  }
  return {
    at,
    pass,
    away: (away: boolean) => void (isAway = away),
    options: {
      log,
      ticker: { every: () => () => {} },
      monotonic: () => at.monotonic,
      async read() {
        if (isAway) throw new Error('away')
        pass(at.tripMs / 2)
        const time = new Date(at.database)
        pass(at.tripMs / 2)
        return time
      },
    },
  }
}

describe('the shared clock of all processes', () => {
  it('is the clock of the database, and advances between readings and while the database is unreachable', async () => {
    const { options, pass, away } = lab()
    const clock = await startDatabaseClock(options)
    expect(clock.now().getTime()).toBe(NOON)
    pass(700)
    expect(clock.now().getTime()).toBe(NOON + 700)
    away(true)
    pass(60_000)
    await expect(clock.look()).rejects.toThrow('away')
    expect(clock.now().getTime()).toBe(NOON + 60_700)
  })

  it.each([-86_400_000, -90, 90, 86_400_000])('follows a step of %i ms at the next reading', async (step) => {
    const { options, at } = lab()
    const clock = await startDatabaseClock(options)
    at.database += step
    expect(clock.now().getTime()).toBe(NOON)
    await clock.look()
    expect(clock.now().getTime()).toBe(NOON + step)
  })

  it('is not shifted by a slow response', async () => {
    const { options, at } = lab()
    const clock = await startDatabaseClock(options)
    at.tripMs = 8_000
    await clock.look()
    expect(clock.now().getTime()).toBe(at.database)
  })

  it('shows the same time on two machines whose system clocks differ', async () => {
    const first = await startDatabaseClock(lab({ database: NOON, monotonic: 1 }).options)
    const second = await startDatabaseClock(lab({ database: NOON, monotonic: 7_777_777 }).options)
    expect(first.now()).toEqual(second.now())
  })
})
