import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import { createLogger } from '../log.ts'
import { readDatabaseTime, startDatabaseClock } from './database-clock.ts'

it('two machines whose clocks differ by eleven seconds agree on the time of the database', async () => {
  const database = await createTestDatabase()
  const log = createLogger({ level: 'silent' })
  const start = (offsetMs: number) =>
    startDatabaseClock({
      read: () => readDatabaseTime(database.runtime),
      log,
      monotonic: () => performance.now() + offsetMs,
    })
  const [first, second] = [await start(0), await start(11_000)]
  const before = await readDatabaseTime(database.runtime)
  const [one, other] = [first.now().getTime(), second.now().getTime()]
  const after = await readDatabaseTime(database.runtime)
  // Each clock may be wrong by half of its round trip to the database.
  for (const time of [one, other]) {
    expect(time).toBeGreaterThan(before.getTime() - 1_000)
    expect(time).toBeLessThan(after.getTime() + 1_000)
  }
  expect(Math.abs(one - other)).toBeLessThan(1_000)
  first.stop()
  second.stop()
  await database.close()
})
