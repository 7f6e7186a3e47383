import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { readMigrations } from './migration-files.ts'
import { prepareDatabase } from './prepare-database.ts'

let database: TestDatabase
beforeAll(async () => (database = await createTestDatabase()))
afterAll(() => database.close())

it('a database is prepared once for programs that start simultaneously', async () => {
  const options = { ownerUrl: database.ownerUrl, runtimeUrl: database.url, migrations: await readMigrations() }
  const ran = await Promise.all(Array.from({ length: 8 }, () => prepareDatabase(options)))
  expect(ran.flat()).toEqual([])
})
