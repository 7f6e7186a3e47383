import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { rightsOf } from '../access/index.ts'
import { startCompaniesWorld } from './companies.fixture.ts'

const { server, tenant, providerId, superUser, call, audited } = await startCompaniesWorld()
afterAll(() => server.close())

describe('companies', () => {
  it('are listed, searched and paged only by super users · PERMISSIONS-001', async () => {
    const { body } = await call(superUser, 'GET', '/company?search=acme')
    expect(body).toMatchObject({ count: 1, page: 1 })
    expect(body.rows[0]).toMatchObject({ name: 'Acme Guarding', userCount: 2, siteCount: 1, viewCount: 1 })
    expect((await call(superUser, 'GET', '/company?limit=1&page=2')).body.rows).toHaveLength(1)
    expect((await call(tenant.admin, 'GET', '/company')).status).toBe(403)
  })

  it('are sorted by name, state, subdomain and their numbers, ascending and descending', async () => {
    const marks = ['Sort a', 'sort B', 'Sort c']
    for (const [index, name] of marks.entries()) {
      const { body } = await call(superUser, 'POST', '/company', {
        name,
        ...(index === 1 ? {} : { subdomain: `sorted-${9 - index}` }),
      })
      for (let user = 0; user < index; user++)
        await createLoggedIn(server.database.runtime, { companyId: body.id, userType: 'ADMIN_USER' })
    }
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('company').set({ suspended_at: new Date() }).where('name', '=', 'Sort a').execute(),
    )
    const listed = async (sort: string) =>
      (
        (await call(superUser, 'GET', `/company?search=sort%20&limit=200&sort=${sort}`)).body.rows as { name: string }[]
      ).map(({ name }) => marks.indexOf(name))
    expect(await listed('name')).toEqual([0, 1, 2])
    expect(await listed('-name')).toEqual([2, 1, 0])
    expect((await listed('status')).at(-1)).toBe(0)
    expect((await listed('-status'))[0]).toBe(0)
    expect(await listed('subdomain')).toEqual([2, 0, 1])
    expect(await listed('-subdomain')).toEqual([0, 2, 1])
    expect(await listed('-users')).toEqual([2, 1, 0])
    for (const sort of ['users', 'sites', '-sites', 'cameras', '-cameras'])
      expect(new Set(await listed(sort)), sort).toEqual(new Set([0, 1, 2]))
  })

  it('are created with their first administrator, who sees only this company · PERMISSIONS-001', async () => {
    const { body: company } = await call(superUser, 'POST', '/company', { name: 'New Guards', subdomain: 'New-Guards' })
    expect(company).toMatchObject({ name: 'New Guards', subdomain: 'new-guards', kind: 'customer', suspended: false })
    const invited = await call(superUser, 'POST', `/company/${company.id}/user`, {
      email: 'first@new-guards.example',
      name: 'First Admin',
      userType: 'ADMIN_USER',
    })
    expect(invited.body.user).toMatchObject({ companyId: company.id })
    const admin = await createLoggedIn(server.database.runtime, { companyId: company.id, userType: 'ADMIN_USER' })
    expect((await call(admin, 'GET', `/company/${company.id}`)).status).toBe(200)
    expect((await call(admin, 'GET', `/company/${tenant.companyId}`)).status).toBe(404)
  })

  it('cannot share a name or a subdomain', async () => {
    await call(superUser, 'POST', '/company', { name: 'Twice', subdomain: 'twice' })
    expect((await call(superUser, 'POST', '/company', { name: 'TWICE' })).body).toMatchObject({
      code: 'NAME_TAKEN',
      errors: [{ field: 'name' }],
    })
    expect((await call(superUser, 'POST', '/company', { name: 'Other', subdomain: 'twice' })).body).toMatchObject({
      code: 'NAME_TAKEN',
      errors: [{ field: 'subdomain' }],
    })
    expect((await call(superUser, 'POST', '/company', { name: 'X', subdomain: 'a.b' })).status).toBe(400)
  })

  it('have features that are enabled one by one and reach the console · GATING-001', async () => {
    const path = `/v1/company/${tenant.companyId}/provision`
    const { body } = await call(superUser, 'PUT', path, { unlocks: { isTamperingUnlocked: true } })
    expect(body.unlocks).toMatchObject({ isTamperingUnlocked: true, isForensicUnlocked: false })
    await call(superUser, 'PUT', path, { unlocks: { isForensicUnlocked: true }, theme: 'pelco' })
    expect((await call(tenant.admin, 'GET', '/auth/user')).body.company).toMatchObject({
      theme: 'pelco',
      unlocks: { isTamperingUnlocked: true, isForensicUnlocked: true },
    })
    expect((await call(tenant.admin, 'PUT', path, { unlocks: { isRtspEnabled: true } })).status).toBe(403)
    expect((await call(superUser, 'PUT', path, { unlocks: { isNonsense: true } })).status).toBe(400)
  })

  it('have red masks of opacity 0.3 until they choose others · MASKS-005', async () => {
    const { companyId, admin } = await createTenant(server.database.runtime)
    const usual = { maskColor: [255, 0, 0], maskOpacity: 0.3 }
    const { body } = await call(admin, 'GET', `/company/${companyId}`)
    expect(body).toMatchObject({ maskConfig: usual, maskConfigDefault: usual })
    expect((await call(admin, 'GET', '/auth/user')).body.company.maskConfig).toEqual(usual)
  })

  it('have settings that their administrators can change', async () => {
    const change = { name: 'Acme Renamed', defaultSiteTimezone: 'Europe/Madrid', siteIdleHours: 48 }
    const maskConfig = { maskColor: [1, 2, 3], maskOpacity: 0.55 }
    const { body } = await call(tenant.admin, 'PUT', `/company/${tenant.companyId}`, { ...change, maskConfig })
    expect(body).toMatchObject({
      ...change,
      maskConfig,
      maskConfigDefault: { maskColor: [255, 0, 0], maskOpacity: 0.3 },
    })
    const [entry] = await audited('company.changed')
    expect(entry).toMatchObject({ before: { name: 'Acme Guarding' }, after: { name: 'Acme Renamed' } })
    for (const wrong of [
      { defaultSiteTimezone: 'Mars/Base' },
      { siteIdleHours: 1 },
      { siteIdleHours: 169 },
      { name: '' },
    ])
      expect((await call(tenant.admin, 'PUT', `/company/${tenant.companyId}`, wrong)).status).toBe(400)
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    expect((await call(member, 'GET', `/company/${tenant.companyId}`)).status).toBe(200)
    expect((await call(member, 'PUT', `/company/${tenant.companyId}`, change)).status).toBe(403)
  })
})

it('a change of settings by an administrator keeps the settings that only the provider may change', async () => {
  const of = await createTenant(server.database.runtime)
  const read = () =>
    inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('company').selectAll().where('id', '=', of.companyId).executeTakeFirstOrThrow(),
    )
  const before = await read()
  const { status } = await call(of.admin, 'PUT', `/company/${of.companyId}`, {
    name: `Only this ${of.companyId}`,
    kind: 'provider',
    theme: 'provider',
    subdomain: 'taken',
    unlocks: { isLPRUnlocked: true },
    suspended: false,
    retentionDays: 3650,
  })
  expect(status).toBe(200)
  expect(await read()).toEqual({ ...before, name: `Only this ${of.companyId}` })
})

describe('a suspended company', () => {
  it('has only the payment pages in its console, while its alarms continue · SUSPENSION-001', async () => {
    const of = await createTenant(server.database.runtime)
    await call(superUser, 'PUT', `/v1/company/${of.companyId}/suspension`, { suspended: true })
    const me = (await call(of.admin, 'GET', '/auth/user')).body
    expect(me.companySuspended).toBe(true)
    expect(me.permissionsByCompany[of.companyId].toSorted()).toEqual(['billing.manage', 'billing.read'])
    for (const url of [`/alarm/${of.alarmId}`, '/v1/projects', `/company/${of.companyId}/user`, '/v1/home'])
      expect(await call(of.admin, 'GET', url)).toMatchObject({
        status: 403,
        body: {
          code: 'COMPANY_SUSPENDED',
          message: 'Your account is suspended, only payment related pages are available',
        },
      })
    const alarm = await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${of.viewId}`,
      headers: { authorization: `Bearer ${of.ingestToken}`, 'content-type': 'image/jpeg' },
      payload: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer(),
    })
    expect(alarm.statusCode).toBe(200)
    const state = await server.app.inject({
      url: `/api/v1/signal/${of.signalId}`,
      headers: { authorization: `Bearer ${of.ingestToken}` },
    })
    expect(state.statusCode).toBe(200)
    await call(superUser, 'PUT', `/v1/company/${of.companyId}/suspension`, { suspended: false })
    expect((await call(of.admin, 'GET', `/alarm/${of.alarmId}`)).status).toBe(200)
    expect((await audited('company.suspended'))[0]).toMatchObject({ company_id: of.companyId })
  })

  it('receives no more events on open streams', async () => {
    const of = await createTenant(server.database.runtime)
    const { hub } = server.container.deps
    const ends: string[] = []
    const admin = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('app_user').selectAll().where('id', '=', of.admin.userId).executeTakeFirstOrThrow(),
    )
    const rights = rightsOf({ ...admin, suspended: false })
    const leave = hub.add({
      sessionId: of.admin.sessionId,
      rights,
      tell: () => {},
      end: () => ends.push('ended'),
    })
    await hub.check()
    expect(ends).toEqual([])
    await call(superUser, 'PUT', `/v1/company/${of.companyId}/suspension`, { suspended: true })
    await hub.check()
    expect(ends).toEqual(['ended'])
    leave()
  })

  it('does not block super users, whose own company cannot be suspended', async () => {
    expect((await call(superUser, 'PUT', `/v1/company/${providerId}/suspension`, { suspended: true })).body.code).toBe(
      'OWN_ACCOUNT',
    )
  })
})
