// Grants are cached between requests. A change must apply to the very next request in every process.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { watchStatements, type StatementWatch } from '../../../test/watch-statements.ts'
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import { withClient } from '../../platform/db/with-client.ts'

let here: TestServer
let there: TestServer
let statements: StatementWatch
let tenant: Tenant
let user: LoggedIn
let elsewhere: { siteId: string; viewId: string }

beforeAll(async () => {
  here = await startTestServer()
  there = await startTestServer({ beside: here })
  statements = watchStatements(here.database.runtimePool)
  tenant = await createTenant(here.database.runtime)
  elsewhere = await createCamera(here.database.runtime, tenant.companyId)
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const servers = () => [here, there]
const grant = (nodeId: string, permission: 'read' | 'write' = 'read') => ({
  user_id: user.userId,
  company_id: tenant.companyId,
  node_type: 'site',
  node_id: nodeId,
  permission,
})
const system = <T>(work: (tx: Tx) => Promise<T>) => inSystem(there.database.runtime, work)
const add = (tx: Tx, nodeId: string, permission?: 'read' | 'write') =>
  tx.insertInto('user_grant').values(grant(nodeId, permission)).execute()

/** The responses of each process to reading a site or renaming it. */
const look = (siteId = tenant.siteId) =>
  Promise.all(servers().map(async (server) => (await callApi(server, user, 'GET', `/site/${siteId}`)).status))
const rename = () =>
  Promise.all(
    servers().map(
      async (server) => (await callApi(server, user, 'PUT', `/site/${tenant.siteId}`, { name: 'New' })).status,
    ),
  )

beforeEach(async () => {
  user = await createLoggedIn(here.database.runtime, { companyId: tenant.companyId, userType: 'EXTERNAL_USER' })
  await system((tx) => add(tx, tenant.siteId))
  // Both processes have the grants in their cache from here on.
  await look()
})

describe('cached grants', () => {
  it('let a user see what was granted, and nothing else', async () => {
    expect([await look(), await look(elsewhere.siteId)]).toEqual([
      [200, 200],
      [404, 404],
    ])
  })

  it('are not read again while nothing changes', async () => {
    const sent = await statements.during(() => callApi(here, user, 'GET', `/site/${tenant.siteId}`))
    expect(sent.filter((text) => text.includes('from "session"'))).toHaveLength(1)
    expect(sent.filter((text) => text.includes('"user_grant"'))).toEqual([])
  })

  it('are read again once after a change', async () => {
    await system((tx) => add(tx, elsewhere.siteId))
    const first = await statements.during(() => callApi(here, user, 'GET', `/site/${tenant.siteId}`))
    expect(first.filter((text) => text.includes('"user_grant"'))).toHaveLength(1)
    const second = await statements.during(() => callApi(here, user, 'GET', `/site/${tenant.siteId}`))
    expect(second.filter((text) => text.includes('"user_grant"'))).toEqual([])
  })

  it('are still valid after a change that was rolled back', async () => {
    const undone = system(async (tx) => {
      await tx.deleteFrom('user_grant').where('user_id', '=', user.userId).execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await look()).toEqual([200, 200])
  })

  it('of other users stay valid when the grants of one user change', async () => {
    const other = await createLoggedIn(here.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const version = () =>
      system((tx) =>
        tx.selectFrom('app_user').select('grants_version').where('id', '=', other.userId).executeTakeFirstOrThrow(),
      )
    const before = await version()
    await system((tx) => add(tx, elsewhere.siteId))
    expect(await version()).toEqual(before)
  })
})

describe('the very next request of every process', () => {
  it('lacks a grant that an administrator has revoked through one of the processes', async () => {
    const { status } = await callApi(there, tenant.admin, 'PUT', `/user/${user.userId}`, { grants: [] })
    expect([status, ...(await look())]).toEqual([200, 404, 404])
  })

  it('has a grant that an administrator has added', async () => {
    const grants = [{ kind: 'site', id: elsewhere.siteId, permission: 'read' }]
    expect((await callApi(here, tenant.admin, 'PUT', `/user/${user.userId}`, { grants })).status).toBe(200)
    expect([await look(elsewhere.siteId), await look()]).toEqual([
      [200, 200],
      [404, 404],
    ])
  })

  it('lacks a grant that was deleted by hand in the database', async () => {
    await withClient(here.database.ownerUrl, async (client) => {
      await client.query(`select set_config('app.system', 'on', false)`)
      await client.query('delete from user_grant where user_id = $1', [user.userId])
    })
    expect(await look()).toEqual([404, 404])
  })

  it('lacks a grant that was deleted in a transaction of the tenant', async () => {
    await inTenant(there.database.runtime, tenant.companyId, (tx) =>
      tx.deleteFrom('user_grant').where('user_id', '=', user.userId).execute(),
    )
    expect(await look()).toEqual([404, 404])
  })

  it('may write exactly as long as a writing grant exists', async () => {
    const set = (permission: 'read' | 'write') =>
      system((tx) => tx.updateTable('user_grant').set({ permission }).where('user_id', '=', user.userId).execute())
    expect(await rename()).toEqual([403, 403])
    await set('write')
    expect(await rename()).toEqual([200, 200])
    await set('read')
    expect(await rename()).toEqual([403, 403])
  })

  it('respects a grant that moved to another user', async () => {
    const from = user
    const to = await createLoggedIn(here.database.runtime, { companyId: tenant.companyId, userType: 'EXTERNAL_USER' })
    user = to
    expect(await look()).toEqual([404, 404])
    await system((tx) =>
      tx.updateTable('user_grant').set({ user_id: to.userId }).where('user_id', '=', from.userId).execute(),
    )
    expect(await look()).toEqual([200, 200])
    user = from
    expect(await look()).toEqual([404, 404])
  })

  it('sees another part of the tree after a site moved to another client', async () => {
    await system(async (tx) => {
      await tx.deleteFrom('user_grant').where('user_id', '=', user.userId).execute()
      await tx
        .insertInto('user_grant')
        .values({ ...grant(tenant.projectId), node_type: 'project' })
        .execute()
    })
    expect([await look(), await look(elsewhere.siteId)]).toEqual([
      [200, 200],
      [404, 404],
    ])
    await system((tx) =>
      tx
        .updateTable('site')
        .set({ project_id: tenant.projectId })
        .where('id', '=', elsewhere.siteId)
        .returning('id')
        .execute(),
    )
    expect(await look(elsewhere.siteId)).toEqual([200, 200])
  })

  it('lacks a deleted site', async () => {
    const { siteId } = await createCamera(here.database.runtime, tenant.companyId)
    await system((tx) => add(tx, siteId))
    expect(await look(siteId)).toEqual([200, 200])
    await system((tx) => tx.updateTable('site').set({ deleted_at: new Date() }).where('id', '=', siteId).execute())
    expect(await look(siteId)).toEqual([404, 404])
  })

  it.each([
    ['another role', { user_type: 'OPERATOR_USER' }, 403],
    ['the user’s suspension', { disabled_at: new Date() }, 401],
  ])('respects %s', async (_what, change, status) => {
    await system((tx) => tx.updateTable('app_user').set(change).where('id', '=', user.userId).execute())
    expect(await look()).toEqual([status, status])
  })

  it('respects the company’s suspension and the end of it', async () => {
    const suspend = (at: Date | null) =>
      system((tx) => tx.updateTable('company').set({ suspended_at: at }).where('id', '=', tenant.companyId).execute())
    await suspend(new Date())
    expect(await look()).toEqual([403, 403])
    await suspend(null)
    expect(await look()).toEqual([200, 200])
  })
})

describe('a statement after which cached grants could be outdated', () => {
  it('is refused if it adds a grant of another company’s user', async () => {
    const other = await createTenant(here.database.runtime)
    const across = inTenant(here.database.runtime, other.companyId, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ ...grant(other.siteId), company_id: other.companyId })
        .execute(),
    )
    await expect(across).rejects.toThrow('user_grant_user')
  })

  it('is refused if it truncates the table', async () => {
    await withClient(here.database.ownerUrl, async (client) => {
      await expect(client.query('truncate user_grant')).rejects.toThrow('delete the rows')
    })
  })
})
