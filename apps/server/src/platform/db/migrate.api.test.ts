import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { withClient } from './with-client.ts'

let database: TestDatabase
beforeEach(async () => (database = await createTestDatabase()))
afterEach(() => database.close())

const added = (sql: string, name = '900101010000-added.sql') => ({ name, sha256: sql, sql })
const tables = () =>
  withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where tablename like 'added%' order by 1`,
    )
    return rows.map(({ name }) => name)
  })

describe('migrate', () => {
  it('runs each new migration once, after a backup', async () => {
    const migrations = [...(await readMigrations()), added('create table added (id int)')]
    const asked: string[][] = []
    const beforeChange = async (pending: string[]) => {
      asked.push(pending)
      expect(await tables()).toEqual([])
    }
    expect(await migrate({ ownerUrl: database.ownerUrl, migrations, beforeChange })).toEqual(['900101010000-added.sql'])
    expect(await migrate({ ownerUrl: database.ownerUrl, migrations, beforeChange })).toEqual([])
    expect(await tables()).toEqual(['added'])
    expect(asked).toEqual([['900101010000-added.sql']])
  })

  it('runs in one program after another when programs start simultaneously', async () => {
    const migrations = [...(await readMigrations()), added('create table added (id int)')]
    const ran = await Promise.all([1, 2, 3].map(() => migrate({ ownerUrl: database.ownerUrl, migrations })))
    expect(ran.flat()).toEqual(['900101010000-added.sql'])
  })

  it('rolls back a migration that fails and keeps the earlier migrations', async () => {
    const migrations = [
      ...(await readMigrations()),
      added('create table added_first (id int)', '900101010000-first.sql'),
      added('create table added_second (id int); select 1/0;', '900201010000-second.sql'),
    ]
    await expect(migrate({ ownerUrl: database.ownerUrl, migrations })).rejects.toThrow(
      'Migration 900201010000-second.sql failed and changed nothing: division by zero',
    )
    expect(await tables()).toEqual(['added_first'])
  })

  it('sees every company while it moves data', async () => {
    const id = '01900000-0000-7000-8000-000000000001'
    await withClient(database.superuserUrl, (client) =>
      client.query(`insert into company (id, name) values ('${id}', 'Before')`),
    )
    const migrations = [...(await readMigrations()), added(`update company set name = 'After'`)]
    await migrate({ ownerUrl: database.ownerUrl, migrations })
    const { rows } = await withClient(database.superuserUrl, (client) => client.query('select name from company'))
    expect(rows).toEqual([{ name: 'After' }])
  })
})
