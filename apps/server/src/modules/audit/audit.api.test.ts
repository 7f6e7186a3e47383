import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startAuditWorld } from './audit.fixture.ts'
import { recordAudit } from './record-audit.ts'

const HOUR = 3_600_000
const { clock, server, tenant, call, list } = await startAuditWorld()
afterAll(() => server.close())

const write = (of: Tenant, entry: Parameters<typeof recordAudit>[2], at = clock.now()) =>
  inTenant(server.database.runtime, of.companyId, (tx) =>
    recordAudit(tx, { companyId: of.companyId, name: 'Ada', userId: of.admin.userId, address: '192.0.2.1' }, entry, at),
  )

describe('the audit log', () => {
  it('has pages of thirty entries from page 1, the latest entry first · AUDIT-001 API-004', async () => {
    const of = await createTenant(server.database.runtime)
    for (let n = 1; n <= 35; n++)
      await write(of, { action: 'test.done', objectType: 'company', objectName: `Thing ${n}` })
    const path = `company/${of.companyId}`
    const first = await list(of.admin, '', path)
    expect(first).toMatchObject({ page: 1, limit: 30, count: 35, countIsExact: true })
    expect(first.rows).toHaveLength(30)
    expect(first.rows[0]).toMatchObject({ objectName: 'Thing 35', userName: 'Ada', address: '192.0.2.1' })
    const second = await list(of.admin, 'page=2', path)
    expect(second.rows.map((row: { objectName: string }) => row.objectName)).toEqual([
      'Thing 5',
      'Thing 4',
      'Thing 3',
      'Thing 2',
      'Thing 1',
    ])
    const names = async (query: string) =>
      ((await list(of.admin, query, path)).rows as { objectName: string }[]).map(({ objectName }) => objectName)
    expect(await names('sort=time&limit=3&page=2')).toEqual(['Thing 4', 'Thing 5', 'Thing 6'])
    expect(await names('sort=-time&limit=2')).toEqual(['Thing 35', 'Thing 34'])
    expect((await call(of.admin, 'GET', `/audit/${path}?sort=who`)).status).toBe(400)
  })

  it('is filtered by time, user, kind and action', async () => {
    const of = await createTenant(server.database.runtime)
    const path = `company/${of.companyId}`
    await write(of, { action: 'site.changed', objectType: 'site', objectId: of.siteId, objectName: 'A' })
    clock.advance(HOUR)
    const from = clock.now().toISOString()
    await write(of, { action: 'user.changed', objectType: 'user', objectId: of.userId, objectName: 'B' })
    clock.advance(HOUR)
    const till = clock.now().toISOString()
    await write(of, { action: 'user.deleted', objectType: 'user', objectId: of.userId, objectName: 'C' })
    const names = async (query: string) =>
      (await list(of.admin, query, path)).rows.map((row: { objectName: string }) => row.objectName)
    expect(await names('')).toEqual(['C', 'B', 'A'])
    expect(await names(`since=${from}`)).toEqual(['C', 'B'])
    expect(await names(`since=${from}&till=${till}`)).toEqual(['B'])
    expect(await names('object=site')).toEqual(['A'])
    expect(await names('action=user.deleted')).toEqual(['C'])
    expect(await names(`user=${of.admin.userId}&object=user`)).toEqual(['C', 'B'])
    expect(await names(`user=${of.userId}`)).toEqual([])
    const facets = (await call(of.admin, 'GET', `/v1/company/${of.companyId}/audit/facets`)).body
    expect(facets.actions).toEqual(['site.changed', 'user.changed', 'user.deleted'])
    expect(facets.objects).toEqual(['site', 'user'])
    expect(facets.users.map(({ id }: { id: string }) => id)).toContain(of.admin.userId)
  })

  it('of a client, site or camera lists the actions there and below', async () => {
    const of = await createTenant(server.database.runtime)
    const elsewhere = await createCamera(server.database.runtime, of.companyId, { projectId: of.projectId })
    for (const camera of [of, elsewhere]) {
      await write(of, {
        action: 'view.changed',
        objectType: 'view',
        objectId: camera.viewId,
        objectName: camera.viewId,
      })
      await write(of, {
        action: 'site.changed',
        objectType: 'site',
        objectId: camera.siteId,
        objectName: camera.siteId,
      })
    }
    await write(of, { action: 'alarm.labelled', objectType: 'alarm', objectId: of.alarmId, objectName: 'Alarm' })
    const names = async (path: string) =>
      (await list(of.admin, '', path)).rows.map((row: { objectName: string }) => row.objectName)
    expect(await names(`view/${of.viewId}`)).toEqual(['Alarm', of.viewId])
    expect(await names(`site/${of.siteId}`)).toEqual(['Alarm', of.siteId, of.viewId])
    expect(await names(`project/${of.projectId}`)).toEqual([
      'Alarm',
      elsewhere.siteId,
      elsewhere.viewId,
      of.siteId,
      of.viewId,
    ])
  })

  it('of a site or client lists actions on its receivers and their messages; the audit log of a camera does not', async () => {
    const of = await createTenant(server.database.runtime)
    for (const [objectType, objectId] of [
      ['receiver', of.receiverId],
      ['delivery', of.deliveryId],
    ] as const)
      await write(of, { action: `${objectType}.changed`, objectType, objectId, objectName: objectType })
    const names = async (path: string) =>
      (await list(of.admin, '', path)).rows.map((row: { objectName: string }) => row.objectName)
    expect(await names(`site/${of.siteId}`)).toEqual(['delivery', 'receiver'])
    expect(await names(`project/${of.projectId}`)).toEqual(['delivery', 'receiver'])
    expect(await names(`view/${of.viewId}`)).toEqual([])
  })

  it('shows an external user only the actions on their granted nodes', async () => {
    const of = await createTenant(server.database.runtime)
    const elsewhere = await createCamera(server.database.runtime, of.companyId)
    const user = await createLoggedIn(server.database.runtime, { companyId: of.companyId, userType: 'EXTERNAL_USER' })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ user_id: user.userId, company_id: of.companyId, node_type: 'site', node_id: of.siteId })
        .execute(),
    )
    await write(of, { action: 'view.changed', objectType: 'view', objectId: of.viewId, objectName: 'Mine' })
    await write(of, { action: 'view.changed', objectType: 'view', objectId: elsewhere.viewId, objectName: 'Theirs' })
    await write(of, { action: 'user.invited', objectType: 'user', objectId: of.userId, objectName: 'Somebody' })
    const { rows, count } = await list(user, '', `company/${of.companyId}`)
    expect(rows.map((row: { objectName: string }) => row.objectName)).toEqual(['Mine'])
    expect(count).toBe(1)
    const facets = await call(user, 'GET', `/v1/company/${of.companyId}/audit/facets`)
    expect(facets.body).toEqual({ actions: ['view.changed'], objects: ['view'], users: [] })
    expect((await call(user, 'GET', `/audit/site/${elsewhere.siteId}`)).status).toBe(404)
  })

  it('is refused without the permission', async () => {
    for (const userType of ['OPERATOR_USER', 'SHARED_SITE_USER', 'EXTERNAL_USER_READONLY'] as const) {
      const user = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
      expect((await call(user, 'GET', `/audit/company/${tenant.companyId}`)).status).toBe(403)
    }
  })

  it('uses indexes for every query over millions of rows', async () => {
    const of = await createTenant(server.database.runtime)
    await inSystem(server.database.runtime, (tx) =>
      sql`insert into audit (id, company_id, time, user_id, user_name, action, object_type, site_id)
        select app.uuid_from_time(now() - n * interval '1 second'), ${of.companyId}, now() - n * interval '1 second',
          case when n % 1000 = 0 then ${of.admin.userId}::uuid else ${of.userId}::uuid end, 'Ada',
          case when n % 5000 = 0 then 'rare.done' else 'common.done' end, 'thing',
          case when n % 3000 = 0 then ${of.siteId}::uuid end
        from generate_series(1, 60000) n`.execute(tx),
    )
    await sql`analyze audit`.execute(server.database.owner)
    const plan = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await inTenant(server.database.runtime, of.companyId, (tx) =>
        sql<{ 'QUERY PLAN': string }>`explain select a.id from audit a where a.company_id = ${of.companyId} ${condition}
          order by a.id desc limit 30`.execute(tx),
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const questions = [
      sql``,
      sql`and a.user_id = ${of.admin.userId}`,
      sql`and a.action = 'rare.done'`,
      sql`and a.action = 'common.done'`,
      sql`and a.object_type = 'thing'`,
      sql`and a.site_id = ${of.siteId}`,
    ]
    for (const question of questions) {
      const found = await plan(question)
      expect(found).toMatch(/Index (Only )?Scan/)
      expect(found).not.toContain('Seq Scan')
    }
    expect(await plan(sql`and a.action = 'rare.done'`)).toContain('audit_action')
    const counted = await list(of.admin, '', `company/${of.companyId}`)
    expect(counted).toMatchObject({ count: 10_000, countIsExact: false })
    const facets = await call(of.admin, 'GET', `/v1/company/${of.companyId}/audit/facets`)
    expect(facets.body.actions).toEqual(['common.done', 'rare.done'])
  })
})

describe('the audit export', () => {
  const exportCsv = (who: { cookie: string }, query = '') =>
    server.app.inject({
      url: `/api/v1/company/${tenant.companyId}/audit/csv?${query}`,
      headers: { cookie: who.cookie },
    })

  it('is limited to one per session', async () => {
    const hold = await server.database.ownerPool.connect()
    try {
      await hold.query('begin; lock table audit in access exclusive mode')
      const both = [exportCsv(tenant.admin), exportCsv(tenant.admin)]
      // The second export cannot start, so the first answer is a refusal.
      expect((await Promise.race(both)).json()).toMatchObject({ code: 'RATE_LIMITED' })
      await hold.query('rollback')
      const replies = await Promise.all(both)
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
      expect((await exportCsv(tenant.admin)).statusCode).toBe(200)
    } finally {
      await hold.query('rollback')
      hold.release()
    }
  })

  it('is CSV of the rows that the filter finds, and is audited itself', async () => {
    await write(tenant, { action: 'export.me', objectType: 'company', objectName: 'Say "hello"', after: { a: 1 } })
    const reply = await exportCsv(tenant.admin, 'action=export.me')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, line, ...rest] = reply.body.split('\r\n')
    expect(head).toContain('"time (UTC)","user"')
    expect(line).toContain('"Say ""hello"""')
    expect(line).toContain('"{""a"":1}"')
    expect(rest).toEqual([''])
    const { rows } = await list(tenant.admin, 'action=audit.exported')
    expect(rows[0]).toMatchObject({ after: { action: 'export.me' } })
  })

  it('of many rows is complete and in order, and is sent in chunks', async () => {
    await inSystem(server.database.runtime, (tx) =>
      sql`insert into audit (id, company_id, user_name, action, object_type, object_name)
        select app.uuid_from_time(now() - n * interval '1 second'), ${tenant.companyId}, 'Ada', 'many.done', 'thing', n::text
        from generate_series(1, 2500) n`.execute(tx),
    )
    const lines = (await exportCsv(tenant.admin, 'action=many.done')).body.trim().split('\r\n').slice(1)
    expect(lines.map((line) => Number(line.split('","')[5]))).toEqual(Array.from({ length: 2500 }, (_, n) => n + 1))
  })
})

describe('the audit of another company', () => {
  it('can be read, filtered and exported by super users, whose export is audited there; other users do not find it', async () => {
    const [customer, provider] = [
      await createTenant(server.database.runtime),
      await createTenant(server.database.runtime),
    ]
    const sue = await createLoggedIn(server.database.runtime, {
      companyId: provider.companyId,
      userType: 'SUPER_USER',
    })
    await write(customer, { action: 'export.me', objectType: 'company', objectName: 'Far away' })
    const paths = [
      `/audit/company/${customer.companyId}`,
      `/v1/company/${customer.companyId}/audit/facets`,
      `/v1/company/${customer.companyId}/audit/csv?action=export.me`,
    ]
    // In sequence, because the later list contains the export.
    const replies = []
    for (const path of paths)
      replies.push(await server.app.inject({ url: `/api${path}`, headers: { cookie: sue.cookie } }))
    const [rows, facets, csv] = replies
    expect(rows?.json().rows).toMatchObject([{ objectName: 'Far away' }])
    expect(facets?.json().actions).toContain('export.me')
    expect(csv?.body).toContain('Far away')
    const { rows: exports } = await list(customer.admin, 'action=audit.exported', `company/${customer.companyId}`)
    expect(exports).toMatchObject([{ userId: sue.userId }])
    for (const path of paths) expect((await call(tenant.admin, 'GET', path)).status).toBe(404)
  })
})

describe('the history of a user', () => {
  it('lists what they did and what was done to them, the latest first', async () => {
    const of = await createTenant(server.database.runtime)
    const author = (userId: string) => ({ companyId: of.companyId, name: 'x', userId })
    const record = (userId: string, objectId: string, objectName: string) =>
      inTenant(server.database.runtime, of.companyId, (tx) =>
        recordAudit(
          tx,
          author(userId),
          { action: 'user.changed', objectType: 'user', objectId, objectName },
          clock.now(),
        ),
      )
    const [other, third] = [newId(), newId()]
    await record(of.userId, other, 'by them')
    await record(other, of.userId, 'to them')
    await record(other, third, 'neither')
    await record(of.userId, of.userId, 'both')
    const { rows, count } = await list(of.admin, `person=${of.userId}`, `company/${of.companyId}`)
    expect(rows.map((row: { objectName: string }) => row.objectName)).toEqual(['both', 'to them', 'by them'])
    const oldest = await list(of.admin, `person=${of.userId}&sort=time&limit=2`, `company/${of.companyId}`)
    expect(oldest.rows.map((row: { objectName: string }) => row.objectName)).toEqual(['by them', 'to them'])
    expect(count).toBe(3)
  })
})

it('an audit record never contains a secret in before or after', async () => {
  const secrets: string[] = []
  const token = await call(tenant.admin, 'POST', '/v1/token', { tokenType: 'api', name: 'T' })
  secrets.push(token.body.secret)
  const smtp = await call(tenant.admin, 'PUT', `/v1/site/${tenant.siteId}/smtp`, { required: true, newPassword: true })
  secrets.push(smtp.body.password)
  const receiver = await call(tenant.admin, 'POST', `/v1/site/${tenant.siteId}/receivers`, {
    kind: 'webhook',
    name: 'R',
    config: { url: 'https://receiver.example/hook', headers: { authorization: 'Bearer very-secret' } },
  })
  secrets.push(receiver.body.secret, 'very-secret')
  const rows = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('company_id', '=', tenant.companyId).execute(),
  )
  expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(['token.created', 'receiver.created']))
  for (const secret of secrets) {
    expect(secret).toBeTruthy()
    expect(JSON.stringify(rows)).not.toContain(secret)
  }
})
