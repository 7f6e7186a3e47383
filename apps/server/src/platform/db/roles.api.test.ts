import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { findMissingProtections } from './roles.ts'

let database: TestDatabase
beforeAll(async () => (database = await createTestDatabase()))
afterAll(() => database.close())

describe('the runtime role', () => {
  it.each([
    ['create a table', 'create table planted (id int)'],
    ['drop a policy', 'drop policy tenant on project'],
    ['turn row-level security off', 'alter table project disable row level security'],
    ['change the audit', `update audit set action = 'none'`],
    ['delete from the audit', 'delete from audit'],
    ['empty the audit', 'truncate audit'],
    ['change a consent', `update consent set version = '2'`],
    ['delete a consent', 'delete from consent'],
    ['pretend a migration ran', `insert into schema_migration values ('0099-x.sql', '')`],
    ['give itself rights', `select app.grant_runtime('winnow_runtime')`],
    ['become the owner', 'set role winnow_owner'],
  ])('cannot %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(database.runtime)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('can add jobs within its own transactions', async () => {
    const count = async () => {
      const { rows } = await sql<{ jobs: string }>`select count(*) as jobs from graphile_worker.jobs`.execute(
        database.runtime,
      )
      return Number(rows[0]?.jobs)
    }
    const before = await count()
    const add = sql`select graphile_worker.add_job('some.job', '{}')`
    await database.runtime.transaction().execute((tx) => add.execute(tx))
    expect(await count()).toBe(before + 1)
    const undone = database.runtime.transaction().execute(async (tx) => {
      await add.execute(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await count()).toBe(before + 1)
  })
})

describe('findMissingProtections', () => {
  it('finds nothing with the two roles of the embedded server', async () => {
    expect(await findMissingProtections(database.url)).toEqual([])
  })

  it('reports what is missing if the owner has both roles', async () => {
    const found = await findMissingProtections(database.ownerUrl)
    expect(found.map((line) => line.replace(/;.*/, ''))).toEqual([
      'role winnow_owner may change tables',
      'role winnow_owner may change audit entries that were written',
    ])
  })

  it('reports that a superuser bypasses row-level security', async () => {
    expect((await findMissingProtections(database.superuserUrl))[0]).toMatch(
      /role postgres bypasses row-level security/,
    )
  })
})
