import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const createProject = (name: string) =>
  server.app.inject({
    method: 'POST',
    url: `/api/company/${tenant.companyId}/project`,
    payload: { name },
    headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
  })
const audited = (name: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('object_name', '=', name).execute(),
  )
const projects = (name: string) =>
  inSystem(server.database.runtime, (tx) => tx.selectFrom('project').select('id').where('name', '=', name).execute())

/** Runs `work` while inserts into a table fail, as on a full disk. */
async function whileFailing(table: string, work: () => Promise<void>): Promise<void> {
  const { owner } = server.database
  await sql`create or replace function app.fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    owner,
  )
  await sql`create constraint trigger failing after insert on ${sql.table(table)} deferrable initially deferred
    for each row execute function app.fail()`.execute(owner)
  try {
    await work()
  } finally {
    await sql`drop trigger failing on ${sql.table(table)}`.execute(owner)
  }
}

describe('the audit', () => {
  it('records who did what to what, from which address, in which request', async () => {
    const reply = await createProject('Kept')
    const [row] = await audited('Kept')
    expect(row).toMatchObject({
      company_id: tenant.companyId,
      user_id: tenant.admin.userId,
      action: 'project.created',
      object_type: 'project',
      object_id: reply.json().id,
      after: { name: 'Kept' },
      address: '127.0.0.1',
      request_id: reply.headers['x-request-id'],
    })
  })

  it('has no row of a write that was rolled back', async () => {
    await whileFailing('project', async () => {
      expect((await createProject('Rolled back')).statusCode).toBe(500)
    })
    expect(await audited('Rolled back')).toEqual([])
  })

  it('rolls the write back if its record cannot be written', async () => {
    await whileFailing('audit', async () => {
      expect((await createProject('Unaudited')).statusCode).toBe(500)
    })
    expect(await projects('Unaudited')).toEqual([])
  })

  it.each([
    ['changed', sql`update audit set user_name = 'nobody'`],
    ['deleted', sql`delete from audit`],
    ['emptied', sql`truncate audit`],
  ])('cannot be %s by the program itself', async (_what, statement) => {
    await createProject(`Before ${_what}`)
    await expect(inSystem(server.database.runtime, (tx) => statement.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })
    expect(await audited(`Before ${_what}`)).toHaveLength(1)
  })

  it('accepts no row for another company', async () => {
    const { companyId } = await createTenant(server.database.runtime)
    const write = inTenant(server.database.runtime, tenant.companyId, (tx) =>
      sql`insert into audit (id, company_id, user_name, action, object_type)
        values (gen_random_uuid(), ${companyId}, 'x', 'x', 'x')`.execute(tx),
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })

  it('records every login, successful or failed, and the logout', async () => {
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select('action').where('action', 'like', 'log%').execute(),
    )
    expect(rows).toEqual([])
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
    })
    const after = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'user_id']).where('action', 'like', 'log%').execute(),
    )
    expect(after).toEqual([{ action: 'logout', user_id: tenant.admin.userId }])
  })
})
