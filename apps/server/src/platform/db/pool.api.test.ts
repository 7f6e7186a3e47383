import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from './transaction.ts'
import { withClient } from './with-client.ts'

let database: TestDatabase
const uncaught: unknown[] = []
const note = (error: unknown): void => void uncaught.push(error)
/** Vitest listens too and would end the run, so these tests replace its listener. */
let others: NodeJS.UncaughtExceptionListener[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', note)
})
afterEach(async () => {
  process.off('uncaughtException', note)
  for (const listener of others) process.on('uncaughtException', listener)
  uncaught.length = 0
  await database.close()
})

it('a connection that breaks inside a transaction causes only that transaction to fail, and the program continues', async () => {
  const broken = inSystem(database.runtime, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const pid = rows[0]?.pid
    // Between two queries there is no caller to report the error to.
    await withClient(database.superuserUrl, async (client) => {
      await client.query('select pg_terminate_backend($1)', [pid])
      await until('the end of the connection', async () => {
        const left = await client.query('select 1 from pg_stat_activity where pid = $1', [pid])
        return left.rowCount === 0
      })
    })
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/connection/i)
  const { rows } = await inSystem(database.runtime, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx))
  expect(rows).toEqual([{ one: 1 }])
  expect(uncaught).toEqual([])
})
