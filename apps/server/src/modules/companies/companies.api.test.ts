import { createFakeClock } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { rightsOf } from '../access/index.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let superUser: LoggedIn
let providerId: string

beforeAll(async () => {
  server = await startTestServer({ clock })
  const db = server.database.runtime
  tenant = await createTenant(db, 'Acme Guarding')
  providerId = newId()
  await inSystem(db, (tx) =>
    tx.insertInto('company').values({ id: providerId, name: 'Provider', kind: 'provider' }).execute(),
  )
  superUser = await createLoggedIn(db, { companyId: providerId, userType: 'SUPER_USER' })
})
afterAll(() => server.close())

const call = (who: { cookie: string }, method: CallMethod, url: string, payload?: object) =>
  callApi(server, who, method, url, payload)
const audited = (action: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute(),
  )

describe('companies', () => {
  it('are listed, searched and paged by super users alone · PERMISSIONS-001', async () => {
    const { body } = await call(superUser, 'GET', '/company?search=acme')
    expect(body).toMatchObject({ count: 1, page: 1 })
    expect(body.rows[0]).toMatchObject({ name: 'Acme Guarding', userCount: 2, siteCount: 1, viewCount: 1 })
    expect((await call(superUser, 'GET', '/company?limit=1&page=2')).body.rows).toHaveLength(1)
    expect((await call(tenant.admin, 'GET', '/company')).status).toBe(403)
  })

  it('are created with their first administrator, who sees this company alone · PERMISSIONS-001', async () => {
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

  it('two have neither one name nor one subdomain', async () => {
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

  it('have their features opened one by one, which reaches the console · GATING-001', async () => {
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

  it('have settings that their administrators change', async () => {
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

it('an administrator sets nothing that is the provider’s, whatever a body says', async () => {
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
  it('has payment left in its console, while its alarms go on · SUSPENSION-001', async () => {
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

  it('hears nothing more on streams that were open', async () => {
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
      end: () => ends.push('ended'),
    })
    await hub.check()
    expect(ends).toEqual([])
    await call(superUser, 'PUT', `/v1/company/${of.companyId}/suspension`, { suspended: true })
    await hub.check()
    expect(ends).toEqual(['ended'])
    leave()
  })

  it('does not hold up super users, whose own company cannot be suspended', async () => {
    expect((await call(superUser, 'PUT', `/v1/company/${providerId}/suspension`, { suspended: true })).body.code).toBe(
      'OWN_ACCOUNT',
    )
  })
})

describe('acting for another', () => {
  const cookieOf = (reply: { cookies: { name: string; value: string }[] }) => {
    const cookie = reply.cookies.find(({ name }) => name === 'winnow_session')
    return { cookie: `winnow_session=${cookie?.value}` }
  }
  const post = (who: { cookie: string }, url: string, payload?: object) =>
    server.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { cookie: who.cookie, 'x-requested-with': 'winnow' },
      ...(payload ? { payload } : {}),
    })
  const newSuper = () => createLoggedIn(server.database.runtime, { companyId: providerId, userType: 'SUPER_USER' })
  const person = async (userType: 'MEMBER_USER' | 'PROGRAMMATIC_USER' = 'MEMBER_USER') => {
    const email = `${newId()}@example.com`
    const made = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType, email })
    return { ...made, email }
  }

  it('is the user with their rights, says so, stands in the audit under both names, and ends by returning · PERMISSIONS-003', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const started = await post(boss, '/auth/super', { email: member.email.toUpperCase() })
    expect(started.json()).toMatchObject({ id: member.userId, impersonatedBy: { id: boss.userId } })
    const as = cookieOf(started)
    expect((await call(as, 'GET', '/auth/user')).body).toMatchObject({
      id: member.userId,
      impersonatedBy: { id: boss.userId, name: 'SUPER_USER' },
    })
    expect((await call(as, 'GET', '/company')).status).toBe(403)
    await call(as, 'POST', `/company/${tenant.companyId}/project`, { name: 'Lent a hand' })
    const [entry] = (await audited('project.created')).filter(({ object_name: name }) => name === 'Lent a hand')
    expect(entry).toMatchObject({
      user_id: member.userId,
      impersonator_id: boss.userId,
      impersonator_name: 'SUPER_USER',
    })
    const told = (await audited('impersonation.started')).filter(({ object_id: id }) => id === member.userId)
    expect(told.map(({ company_id: id }) => id).toSorted()).toEqual([providerId, tenant.companyId].toSorted())
    const returned = await post(as, '/v1/auth/return')
    expect(returned.json()).toMatchObject({ id: boss.userId, impersonatedBy: null })
    expect((await call(cookieOf(returned), 'GET', '/company')).status).toBe(200)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
    // The member's own session was never touched.
    expect((await call(member, 'GET', '/auth/user')).status).toBe(200)
  })

  it('touches neither password nor anything else that is the user’s own', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    const change = { userId: member.userId, oldPassword: 'x', newPassword: 'Quiet-Lighthouse-27' }
    expect((await call(as, 'PUT', '/auth', change)).body).toMatchObject({ code: 'FORBIDDEN' })
    const scene = { sceneChangeMode: 'video', sceneChangeOpacity: 1 }
    expect((await call(as, 'PUT', `/v1/user/${member.userId}/scene-change`, scene)).status).toBe(403)
    expect((await post(as, '/auth/super', { email: 'anyone@example.com' })).statusCode).toBe(403)
  })

  it('is not done to super users, programs, suspended users or nobody', async () => {
    const email = `${newId()}@example.com`
    await createLoggedIn(server.database.runtime, { companyId: providerId, userType: 'SUPER_USER', email })
    expect((await post(superUser, '/auth/super', { email })).statusCode).toBe(403)
    expect(
      (await post(superUser, '/auth/super', { email: (await person('PROGRAMMATIC_USER')).email })).statusCode,
    ).toBe(403)
    const suspended = await person()
    await call(superUser, 'PUT', `/user/${suspended.userId}`, { suspended: true })
    expect((await post(superUser, '/auth/super', { email: suspended.email })).statusCode).toBe(403)
    expect((await post(superUser, '/auth/super', { email: 'no.one@example.com' })).statusCode).toBe(404)
  })

  it('is not done by anyone else, nor by a token', async () => {
    const member = await person()
    expect((await post(tenant.admin, '/auth/super', { email: member.email })).statusCode).toBe(403)
    const byToken = await server.app.inject({
      method: 'POST',
      url: '/api/auth/super',
      headers: { authorization: `Bearer ${tenant.apiToken}` },
      payload: { email: member.email },
    })
    expect(byToken.statusCode).toBe(401)
  })

  it.each([
    ['logs out', (boss: LoggedIn) => post(boss, '/auth/logout')],
    ['is suspended', (boss: LoggedIn) => call(superUser, 'PUT', `/user/${boss.userId}`, { suspended: true })],
    [
      'is no super user any more',
      (boss: LoggedIn) => call(superUser, 'PUT', `/user/${boss.userId}`, { userType: 'ADMIN_USER' }),
    ],
    ['is deleted', (boss: LoggedIn) => call(superUser, 'DELETE', `/user/${boss.userId}`)],
  ])('ends when the super user %s', async (_what, happens) => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    expect((await call(as, 'GET', '/auth/user')).status).toBe(200)
    await happens(boss)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
  })

  it('ends for both at a logout: the super user’s own cookie was replaced', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    await post(as, '/auth/logout')
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
    expect((await call(boss, 'GET', '/auth/user')).status).toBe(401)
    expect((await call(member, 'GET', '/auth/user')).status).toBe(200)
    const told = (await audited('logout')).filter(({ object_id: id }) => id === boss.userId || id === member.userId)
    expect(told.map(({ company_id: id }) => id).toSorted()).toEqual([providerId, tenant.companyId].toSorted())
  })

  it('ends when the super user’s own session does', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('session')
        .set({ expires_at: new Date(clock.now().getTime() + 3_600_000) })
        .where('id', '=', boss.sessionId)
        .execute(),
    )
    expect((await call(as, 'GET', '/auth/user')).status).toBe(200)
    clock.advance(3_600_000)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
  })

  it('is seen by the user among their sessions, under the super user’s name', async () => {
    const [boss, member] = [await newSuper(), await person()]
    await post(boss, '/auth/super', { email: member.email })
    const { body } = await call(member, 'GET', '/v1/sessions')
    expect(body.map(({ actedBy }: { actedBy: string | null }) => actedBy).toSorted()).toEqual(['SUPER_USER', null])
    await post(boss, '/auth/logout')
    expect((await call(member, 'GET', '/v1/sessions')).body).toMatchObject([{ actedBy: null }])
  })

  it('lasts eight hours', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    clock.advance(8 * 3_600_000)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
  })

  it('cannot be returned from by somebody who never started', async () => {
    expect((await post(tenant.admin, '/v1/auth/return')).json()).toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a logo', () => {
  const upload = (who: { cookie: string }, picture: Buffer, field = 'image', companyId = tenant.companyId) => {
    const boundary = 'logo-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="logo.svg"\r\ncontent-type: image/svg+xml\r\n\r\n`
    return server.app.inject({
      method: 'POST',
      url: `/api/company/${companyId}/logo`,
      headers: {
        cookie: who.cookie,
        'x-requested-with': 'winnow',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
  }
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .withMetadata({ exif: { IFD0: { Copyright: 'hidden words' } } })
      .toBuffer()

  it('is redrawn as a plain PNG that fits into 512 by 512, and shown to anyone · BRANDING-010', async () => {
    const reply = await upload(tenant.admin, await png(2000, 1000))
    expect(reply.statusCode).toBe(200)
    const address: string = reply.json()['512']
    const image = await server.app.inject({ url: address })
    expect(image.headers['content-type']).toBe('image/png')
    expect(image.headers['cache-control']).toContain('immutable')
    const meta = await sharp(image.rawPayload).metadata()
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['png', 512, 256, undefined])
    expect(image.rawPayload.includes('hidden words')).toBe(false)
    expect((await call(tenant.admin, 'GET', `/company/${tenant.companyId}`)).body.logo).toEqual({ 512: address })
    const again = await upload(tenant.admin, await png(10, 10))
    expect(again.json()['512']).not.toBe(address)
    expect((await sharp((await server.app.inject({ url: again.json()['512'] })).rawPayload).metadata()).width).toBe(10)
  })

  it.each([
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'UNSUPPORTED_MEDIA',
    ],
    ['a page', Buffer.from('<!doctype html><p>Hello'), 'UNSUPPORTED_MEDIA'],
    ['half a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'UNSUPPORTED_MEDIA'],
    ['more than two megabytes', Buffer.alloc(2 * 1024 * 1024 + 1), 'TOO_LARGE'],
  ])('that is %s is refused', async (_what, bytes, code) => {
    expect((await upload(tenant.admin, bytes)).json()).toMatchObject({ code, errors: [{ field: 'image' }] })
  })

  it('of more pixels than anyone needs is refused before it is drawn', async () => {
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect((await upload(tenant.admin, bomb)).json()).toMatchObject({ code: 'TOO_LARGE' })
  })

  it('comes in the field image, from those who may change the company · BRANDING-010', async () => {
    expect((await upload(tenant.admin, await png(9, 9), 'picture')).json()).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'image' }],
    })
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    expect((await upload(member, await png(9, 9))).statusCode).toBe(403)
    const other = await createTenant(server.database.runtime)
    expect((await upload(other.admin, await png(9, 9))).statusCode).toBe(404)
  })

  it('is found by the subdomain of its company, and not for others · BRANDING-001 BRANDING-002', async () => {
    await call(superUser, 'PUT', `/v1/company/${tenant.companyId}/provision`, { subdomain: 'acme' })
    await upload(tenant.admin, await png(20, 20))
    const found = await server.app.inject({ url: '/api/company/logo/ACME' })
    expect(found.json()).toMatchObject({
      name: 'Acme Renamed',
      logo: { 512: expect.stringContaining('/logo?size=512') },
    })
    expect((await server.app.inject({ url: '/api/company/logo/nobody' })).statusCode).toBe(404)
  })

  it('that was removed is gone', async () => {
    const { 512: address } = (await upload(tenant.admin, await png(20, 20))).json()
    expect((await call(tenant.admin, 'DELETE', `/company/${tenant.companyId}/logo`)).status).toBe(200)
    expect((await server.app.inject({ url: address })).statusCode).toBe(404)
  })
})
