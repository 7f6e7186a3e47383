import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { until } from '../../../test/until.ts'
import { afterCommit, inSystem } from '../db/transaction.ts'
import { createLogger } from '../log.ts'
import { startWorkWakes, type Work, type WorkWakes } from './work-wakes.ts'

const log = createLogger({ level: 'silent' })
let database: TestDatabase
const processes: WorkWakes[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  await Promise.all(processes.splice(0).map((wakes) => wakes.stop()))
})

/** Simulates another process, which records the wakes that it receives. Resolves once it listens. */
async function newProcess() {
  const wakes = startWorkWakes({ url: database.url, log })
  processes.push(wakes)
  const received: Work[] = []
  wakes.on('analysis', () => received.push('analysis'))
  wakes.on('delivery', () => received.push('delivery'))
  await until('it to listen', async () => received.length > 0)
  received.length = 0
  return { wakes, received }
}

test('new work is announced immediately here and in every other process', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  here.wakes.wake('delivery')
  expect(here.received).toEqual(['delivery'])
  await until('the other to hear', async () => there.received.length > 0)
  expect(there.received).toEqual(['delivery'])
  expect(here.received).toEqual(['delivery'])
})

test('much work of two kinds is announced in few notifications, and the last piece of work is announced too', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  for (let time = 0; time < 500; time++) here.wakes.wake('analysis')
  here.wakes.wake('delivery')
  await until('the other to hear of both', async () => there.received.includes('delivery'))
  expect(there.received.length).toBeLessThan(10)
})

test('a process that lost its connection is woken for all work after it reconnects', async () => {
  const { received } = await newProcess()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'winnow work' and datname = current_database()`.execute(database.runtime)
  await until('it to be woken', async () => received.length >= 2)
  expect(received).toEqual(['analysis', 'delivery'])
})

test('a transaction runs its callbacks only after its commit, and never after a rollback', async () => {
  const told: string[] = []
  await inSystem(database.runtime, async (tx) => {
    afterCommit(tx, () => told.push('committed'))
    expect(told).toEqual([])
  })
  const failed = inSystem(database.runtime, async (tx) => {
    afterCommit(tx, () => told.push('rolled back'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(told).toEqual(['committed'])
})
