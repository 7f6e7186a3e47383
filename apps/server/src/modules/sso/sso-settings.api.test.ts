import { signIn } from '@winnow/testkit/entra'
import { beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn } from '../../../test/factories.ts'
import { newKeyRing } from '../../platform/crypto/key-ring.ts'
import { resealColumn } from '../../platform/crypto/reseal-column.ts'
import { allTables, sealedColumns } from '../../platform/modules/tables.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { ssoModule } from './index.ts'
import { APPLICATION, connect, CONTOSO, createBrowser, OTHER_TENANT, setUp, useSsoWorld, world } from './sso.fixture.ts'

useSsoWorld()

const BODY = {
  enabled: true,
  allowPassword: false,
  clientId: APPLICATION.clientId,
  clientSecret: APPLICATION.clientSecret,
  domains: [CONTOSO],
}
const asAdmin = (method: CallMethod, path: string, payload?: object) =>
  callApi(world.server, world.tenant.admin, method, `/v1/company/${world.tenant.companyId}${path}`, payload)
const confirm = (companyId: string, domain: string, confirmed = true) =>
  callApi(world.server, world.superUser, 'PUT', `/v1/company/${companyId}/sso/domain`, { domain, confirmed })
const audit = () =>
  inSystem(world.server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('action', 'like', 'sso.%').orderBy('id').execute(),
  )

describe('the settings of a company', () => {
  it('start empty, and never return the secret', async () => {
    const before = await asAdmin('GET', '/sso')
    expect(before.body).toEqual({
      enabled: false,
      allowPassword: false,
      clientId: '',
      hasClientSecret: false,
      domains: [],
      redirectUri: 'http://console.example/auth/redirect',
      connectedCount: 0,
    })
    const saved = await asAdmin('PUT', '/sso', BODY)
    expect(saved.body).toMatchObject({ hasClientSecret: true, domains: [{ ...CONTOSO, confirmed: false }] })
    expect(JSON.stringify([saved.body, (await asAdmin('GET', '/sso')).body])).not.toContain(APPLICATION.clientSecret)
  })

  it('store the secret sealed, keep it out of the audit and the log, and can be sealed again under a new key', async () => {
    const db = world.server.database.runtime
    const read = () => inSystem(db, (tx) => tx.selectFrom('sso_connection').selectAll().executeTakeFirstOrThrow())
    const { client_secret: sealed } = await read()
    expect(sealed).toMatch(/^s1\./)
    expect(JSON.stringify(await audit())).not.toContain(APPLICATION.clientSecret)
    expect(world.server.logLines.join('')).not.toContain(APPLICATION.clientSecret)
    const ring = { keys: [...world.server.container.deps.keys.keys, ...newKeyRing().keys] }
    const [column] = sealedColumns(allTables([ssoModule]))
    if (!column) throw new Error('no sealed column')
    expect(await resealColumn(db, ring, column)).toEqual({ resealed: 1, unreadable: [] })
    expect((await read()).client_secret).not.toBe(sealed)
    // Seals the secret again under the key that this server knows.
    await asAdmin('PUT', '/sso', BODY)
  })

  it('keep the stored secret and the confirmation of unchanged domains when they are saved', async () => {
    await confirm(world.tenant.companyId, 'contoso.example')
    const { clientSecret: _left, ...rest } = BODY
    const domains = [
      { ...CONTOSO, tenantId: OTHER_TENANT },
      { domain: 'second.example', tenantId: OTHER_TENANT },
    ]
    const saved = await asAdmin('PUT', '/sso', { ...rest, domains })
    expect(saved.body.domains).toEqual([
      { domain: 'contoso.example', tenantId: OTHER_TENANT, confirmed: true },
      { domain: 'second.example', tenantId: OTHER_TENANT, confirmed: false },
    ])
    // A domain that was removed and added again must be confirmed again.
    await asAdmin('PUT', '/sso', { ...rest, domains: domains.slice(1) })
    const again = await asAdmin('PUT', '/sso', { ...rest, domains: [CONTOSO] })
    expect(again.body.domains).toEqual([{ ...CONTOSO, confirmed: false }])
  })

  it.each([
    ['a domain without a dot', { domains: [{ ...CONTOSO, domain: 'contoso' }] }, 'domains.0.domain'],
    ['a public mail provider', { domains: [{ ...CONTOSO, domain: 'Gmail.com' }] }, 'domains.0.domain'],
    ['a domain twice', { domains: [CONTOSO, CONTOSO] }, 'domains.1.domain'],
    [
      'the directory of private accounts',
      { domains: [{ ...CONTOSO, tenantId: '9188040d-6c67-4c5b-b112-36a304b66dad' }] },
      'domains.0.tenantId',
    ],
  ])('refuse %s', async (_what, change, field) => {
    const reply = await asAdmin('PUT', '/sso', { ...BODY, ...change })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual([{ field, message: expect.any(String) }])
  })

  it.each(['common', 'organizations', 'contoso.onmicrosoft.com', '../x'])('refuse %j as a tenant', async (tenantId) => {
    expect((await asAdmin('PUT', '/sso', { ...BODY, domains: [{ ...CONTOSO, tenantId }] })).status).toBe(400)
  })

  it('require a secret the first time', async () => {
    const { clientSecret: _left, ...rest } = BODY
    const path = `/v1/company/${world.other.companyId}/sso`
    const reply = await callApi(world.server, world.other.admin, 'PUT', path, rest)
    expect(reply.body.errors).toEqual([{ field: 'clientSecret', message: 'The client secret is missing' }])
  })

  it('are available only to the administrator', async () => {
    const member = await createLoggedIn(world.server.database.runtime, {
      companyId: world.tenant.companyId,
      userType: 'MEMBER_USER',
    })
    const path = `/v1/company/${world.tenant.companyId}/sso`
    expect((await callApi(world.server, member, 'GET', path)).status).toBe(403)
    expect((await callApi(world.server, world.other.admin, 'GET', path)).status).toBe(404)
    expect((await callApi(world.server, world.superUser, 'GET', path)).status).toBe(200)
    // Not even the administrator can confirm the company's own domain.
    expect((await asAdmin('PUT', '/sso/domain', { domain: 'contoso.example', confirmed: true })).status).toBe(403)
  })

  it('delete application, secret and connections when they are removed', async () => {
    await setUp()
    await connect('old@contoso.example')
    expect((await asAdmin('GET', '/sso')).body.connectedCount).toBe(1)
    expect((await asAdmin('DELETE', '/sso')).status).toBe(200)
    expect((await asAdmin('GET', '/sso')).body).toMatchObject({
      hasClientSecret: false,
      connectedCount: 0,
      domains: [],
    })
    expect((await audit()).map(({ action }) => action)).toContain('sso.removed')
  })
})

describe('a domain', () => {
  it('can be confirmed for one company only; an unconfirmed domain does not prevent this for another company', async () => {
    await asAdmin('PUT', '/sso', BODY)
    await callApi(world.server, world.other.admin, 'PUT', `/v1/company/${world.other.companyId}/sso`, BODY)
    const waiting = await callApi(world.server, world.superUser, 'GET', '/v1/sso/domain')
    expect(waiting.body).toMatchObject([
      { companyName: 'Contoso', confirmed: false },
      { companyName: 'Neighbour', confirmed: false },
    ])
    expect((await confirm(world.other.companyId, 'contoso.example')).body).toEqual({ ...CONTOSO, confirmed: true })
    const refused = await confirm(world.tenant.companyId, 'contoso.example')
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'DOMAIN_TAKEN' })
    await confirm(world.other.companyId, 'contoso.example', false)
    expect((await confirm(world.tenant.companyId, 'contoso.example')).status).toBe(200)
    expect((await confirm(world.tenant.companyId, 'unknown.example')).status).toBe(404)
  })
})

describe('a trial of single sign-on', () => {
  const begin = async (browser: ReturnType<typeof createBrowser>, domain = 'contoso.example') => {
    const path = `/v1/company/${world.tenant.companyId}/sso/trial`
    const { body } = await browser.call<{ url: string }>('POST', path, { domain })
    return body.url
  }
  const asAdministrator = () => {
    const browser = createBrowser()
    browser.cookies.set('winnow_session', world.tenant.admin.cookie.replace('winnow_session=', ''))
    return browser
  }
  const finish = (browser: ReturnType<typeof createBrowser>, back: URL) => {
    const { code, state, iss } = Object.fromEntries(back.searchParams)
    return browser.call('POST', '/v1/sso/trial', { code, state, iss })
  }

  beforeEach(() => setUp({ enabled: false }))

  it('works before it is enabled, opens no session, and shows which account signed in', async () => {
    const browser = asAdministrator()
    const back = await signIn(await begin(browser), 'ada')
    const reply = await finish(browser, back)
    expect(reply.body).toEqual({ result: 'ok', domain: 'contoso.example', emails: ['ada@contoso.example'] })
    expect(reply.reply.cookies.map(({ name }) => name)).not.toContain('winnow_session')
    // The result is returned once.
    expect((await finish(browser, back)).body).toMatchObject({ result: 'expired' })
  })

  it('cannot be finished as a login', async () => {
    const browser = asAdministrator()
    const back = await signIn(await begin(browser), 'ada')
    expect((await browser.finish(back)).body).toMatchObject({ code: 'LOGIN_CODE_INVALID' })
  })

  it.each([
    ['secret-refused', { clientSecret: 'wrong' }, 'contoso.example', 'ada'],
    ['other-domain', { domains: [{ ...CONTOSO, domain: 'fabrikam.example' }] }, 'fabrikam.example', 'ada'],
  ] as const)('reports %s', async (result, setup, domain, login) => {
    await setUp({ ...setup, enabled: false, domains: 'domains' in setup ? [...setup.domains] : [CONTOSO] })
    const browser = asAdministrator()
    const reply = await finish(browser, await signIn(await begin(browser, domain), login))
    expect(reply.body).toMatchObject({ result, domain })
  })

  it('is available only to the administrator', async () => {
    const browser = asAdministrator()
    const back = await signIn(await begin(browser), 'ada')
    const other = await createLoggedIn(world.server.database.runtime, {
      companyId: world.tenant.companyId,
      userType: 'ADMIN_USER',
    })
    browser.cookies.set('winnow_session', other.cookie.replace('winnow_session=', ''))
    expect((await finish(browser, back)).body).toMatchObject({ result: 'expired' })
  })
})
