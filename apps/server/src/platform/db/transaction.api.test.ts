import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { watchStatements } from '../../../test/watch-statements.ts'
import { KEEP_PLAN } from './joined-trips.ts'
import { connect } from './open-database.ts'
import { askBeyond, beyondCompany, inSystem, inSystemAtOnce, inTenant, type Tx } from './transaction.ts'

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

  it('leaves no setting behind on the connection', async () => {
    const db = database.runtime
    await db.connection().execute(async (connection) => {
      await inTenant(connection, ours, async () => undefined)
      await inSystem(connection, async () => undefined)
      const rows = await connection.selectFrom('company').select('name').execute()
      expect(rows).toEqual([])
    })
  })

  it('rolls back when the function throws', async () => {
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

describe('a query beyond the company', () => {
  const names = (tx: Tx) => tx.selectFrom('company').select('name').orderBy('name').execute()

  it('sees the rows of every company, while later queries in the transaction do not', async () => {
    const seen = await inTenant(database.runtime, ours, async (tx) => {
      const before = await names(tx)
      const beyond = await askBeyond(tx, 'company-name-taken', () => names(tx))
      return [before, beyond, await names(tx)].map((rows) => rows.map(({ name }) => name))
    })
    expect(seen).toEqual([['Ours'], ['Ours', 'Theirs'], ['Ours']])
  })

  it('leaves the settings of a transaction over all companies unchanged', async () => {
    const rows = await inSystem(database.runtime, async (tx) => {
      await askBeyond(tx, 'company-name-taken', () => names(tx))
      return names(tx)
    })
    expect(rows).toHaveLength(2)
  })

  it('cannot write in its separate transaction', async () => {
    const change = beyondCompany(database.runtime, 'gate', (tx) =>
      tx.updateTable('company').set({ name: 'Renamed' }).execute(),
    )
    await expect(change).rejects.toThrow(/read-only/)
  })
})

describe('inSystemAtOnce', () => {
  const rename = (name: string) =>
    inSystemAtOnce(
      database.preparedDb,
      sql<{ name: string }>`update company set name = ${name} where id = ${theirs} returning name`.compile(
        database.preparedDb,
      ),
    )

  it('sees the rows of all companies, and has committed when it resolves', async () => {
    expect(await rename('Theirs, renamed')).toEqual([{ name: 'Theirs, renamed' }])
    const { rows } = await inTenant(database.runtime, theirs, (tx) =>
      sql<{ name: string }>`select name from company`.execute(tx),
    )
    expect(rows).toEqual([{ name: 'Theirs, renamed' }])
    await rename('Theirs')
  })

  it('throws the database’s error, and leaves its connection outside of any transaction', async () => {
    await expect(rename('')).rejects.toThrow(/company_name_check/)
    await database.preparedDb.connection().execute(async (connection) => {
      await expect(
        inSystemAtOnce(connection, sql`update company set name = '' where id = ${theirs}`.compile(connection)),
      ).rejects.toThrow(/company_name_check/)
      const { rows } = await sql<{ id: string }>`select id from company`.execute(connection)
      expect(rows).toEqual([])
    })
  })

  it('cancels a statement that takes too long', async () => {
    const limit = sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.compile(database.preparedDb)
    expect(await inSystemAtOnce(database.preparedDb, limit)).toEqual([{ ms: '30s' }])
  })
})

describe('round trips to the database', () => {
  it('are three for a transaction of two statements: BEGIN is sent with the first', async () => {
    const watch = watchStatements(database.runtimePool)
    const sent = await watch.during(() =>
      inTenant(database.runtime, ours, async (tx) => {
        await sql`select 1`.execute(tx)
        await sql`select 2`.execute(tx)
      }),
    )
    expect(sent).toEqual([
      "start transaction isolation level read committed;set local app.company_id = '01900000-0000-7000-8000-000000000001';set local statement_timeout = 30000;",
      'select 1',
      'select 2',
      'commit',
    ])
  })

  it('do not prepare a frequent statement twice', async () => {
    const plans = await database.preparedDb.connection().execute(async (connection) => {
      for (const n of [1, 2]) await sql`select ${n}::int as kept_plan`.execute(connection)
      const { rows } = await sql<{ uses: number }>`
        select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '%kept_plan'`.execute(
        connection,
      )
      return rows
    })
    expect(plans).toEqual([{ uses: 2 }])
  })

  it('prepare a marked statement once, from any handle', async () => {
    const client = await database.runtimePool.connect()
    client.release()
    for (const db of [database.runtime, database.preparedDb, database.runtime])
      await db.connection().execute((one) => sql`select ${KEEP_PLAN} ${1}::int as said_so`.execute(one))
    const { rows } = await sql<{ uses: number }>`
      select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '%said_so'`.execute(
      database.runtime,
    )
    expect(rows).toEqual([{ uses: 3 }])
  })

  it('use one write per round trip, for any number of simultaneous messages', async () => {
    const { runtime, runtimePool, close } = connect(
      { runtimeUrl: database.url, ownerUrl: database.ownerUrl, embedded: true, stop: async () => {} },
      { onPoolError: () => {}, runtimeConnections: 1 },
    )
    const client = await runtimePool.connect()
    client.release()
    const { stream } = client.connection
    // A stream uses one of these two handles.
    let writes = 0
    for (const part of ['_write', '_writev'])
      Object.defineProperty(stream, part, {
        value: new Proxy(Object(Reflect.get(stream, part)), {
          apply(target: () => void, self, given: unknown[]) {
            writes++
            return Reflect.apply(target, self, given)
          },
        }),
      })
    await inSystemAtOnce(runtime, sql`select ${1}::int`.compile(runtime))
    expect(writes).toBe(1)
    await inTenant(runtime, ours, async (tx) => {
      await sql`select ${2}::int`.execute(tx)
      expect(writes).toBe(2)
    })
    expect(writes).toBe(3)
    await close()
  })
})

describe('a closed database', () => {
  it('has no open connections from any of its handles', async () => {
    const errors: string[] = []
    const { preparedDb, runtimePool, close } = connect(
      { runtimeUrl: database.url, ownerUrl: database.ownerUrl, embedded: true, stop: async () => {} },
      { onPoolError: (error) => errors.push(error.message) },
    )
    await inSystemAtOnce(preparedDb, sql`select 1`.compile(preparedDb))
    await close()
    expect({ ended: runtimePool.ended, left: runtimePool.totalCount, errors }).toEqual({
      ended: true,
      left: 0,
      errors: [],
    })
  })
})
