import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem, inTenant } from './transaction.ts'

const [ours, theirs] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await inSystem(database.runtime, async (tx) => {
    await tx
      .insertInto('company')
      .values([
        { id: ours, name: 'Ours' },
        { id: theirs, name: 'Theirs' },
      ])
      .execute()
  })
})
afterAll(() => database.close())

const companyNames = (work: typeof inTenant) =>
  work(database.runtime, ours, async (tx) => {
    const rows = await tx.selectFrom('company').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  })

describe('inTenant', () => {
  it('shows the rows of the company and no others', async () => {
    expect(await companyNames(inTenant)).toEqual(['Ours'])
  })

  it('refuses rows of another company', async () => {
    const write = inTenant(database.runtime, ours, (tx) =>
      tx.insertInto('project').values({ id: theirs, company_id: theirs, name: 'Planted' }).execute(),
    )
    await expect(write).rejects.toThrow(/row-level security/)
  })

  it('leaves nothing behind on the connection', async () => {
    const db = database.runtime
    await db.connection().execute(async (connection) => {
      await inTenant(connection, ours, async () => undefined)
      await inSystem(connection, async () => undefined)
      const rows = await connection.selectFrom('company').select('name').execute()
      expect(rows).toEqual([])
    })
  })

  it('rolls back what throws', async () => {
    const failing = inTenant(database.runtime, ours, async (tx) => {
      await tx.updateTable('company').set({ name: 'Renamed' }).execute()
      throw new Error('on second thought')
    })
    await expect(failing).rejects.toThrow('on second thought')
    expect(await companyNames(inTenant)).toEqual(['Ours'])
  })

  it('cancels a statement that takes too long', async () => {
    const slow = inTenant(database.runtime, ours, (tx) => sql`select pg_sleep(60)`.execute(tx), {
      statementTimeoutMs: 50,
    })
    await expect(slow).rejects.toThrow(/statement timeout/)
  })
})

describe('inSystem', () => {
  it('shows the rows of every company', async () => {
    expect(await companyNames((db, _company, work) => inSystem(db, work))).toEqual(['Ours', 'Theirs'])
  })
})
