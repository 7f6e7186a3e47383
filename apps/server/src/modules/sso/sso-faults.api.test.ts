import { signIn } from '@winnow/testkit/entra'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import {
  connect,
  CONTOSO,
  createAccount,
  createBrowser,
  createSsoWorld,
  logIn,
  PASSWORD,
  secretsInLog,
  setUp,
  type SsoWorld,
  TENANT,
  wayIn,
  WRONG_SECRET,
} from './sso.fixture.ts'

let world: SsoWorld
beforeAll(async () => {
  world = await createSsoWorld()
  await setUp(world)
  await connect(world, 'ada@contoso.example')
})
afterAll(() => world.close())
// Beyond every window of the limits.
beforeEach(() => world.clock.advance(3_600_000))

describe('what is not as it should be', () => {
  it('a directory that does not take the secret is said to be set up wrong', async () => {
    await setUp(world, { clientSecret: WRONG_SECRET })
    const reply = await createBrowser(world).logIn('ada@contoso.example')
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'SSO_MISCONFIGURED' })
    await setUp(world)
    expect((await createBrowser(world).logIn('ada@contoso.example')).status).toBe(200)
  })

  it('a directory that does not exist is said to be set up wrong', async () => {
    const domain = { domain: 'nowhere.example', tenantId: '99999999-9999-4999-8999-999999999999' }
    await setUp(world, { domains: [CONTOSO, domain] })
    expect((await wayIn(world, 'ada@nowhere.example')).body).toMatchObject({ code: 'SSO_MISCONFIGURED' })
  })

  it('passwords are right as well where the company wants it', async () => {
    await setUp(world, { allowPassword: true })
    const account = await createAccount(world, 'both@contoso.example')
    expect((await wayIn(world, 'both@contoso.example')).body).toMatchObject({
      isIDMUser: false,
      authUrl: expect.stringContaining(TENANT),
    })
    expect((await logIn(world, 'both@contoso.example')).body).toMatchObject({ id: account.userId })
    await setUp(world)
  })

  it('a domain that nobody confirmed, or a single sign-on that is switched off, sends nobody away · LOGIN-018', async () => {
    await setUp(world, { enabled: false })
    expect((await wayIn(world, 'ada@contoso.example')).body).toEqual({ isIDMUser: false, authUrl: null })
    await setUp(world)
    const path = `/v1/company/${world.tenant.companyId}/sso/domain`
    await callApi(world.server, world.superUser, 'PUT', path, { domain: 'contoso.example', confirmed: false })
    expect((await wayIn(world, 'ada@contoso.example')).body).toEqual({ isIDMUser: false, authUrl: null })
    await setUp(world)
  })

  it('a login under way ends when the single sign-on is switched off meanwhile', async () => {
    const browser = createBrowser(world)
    const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    await setUp(world, { enabled: false })
    expect((await browser.finish(back)).body).toMatchObject({ code: 'LOGIN_CODE_INVALID' })
    await setUp(world)
  })
})

describe('a provider that is down', () => {
  it('is said to be out of reach, before and after signing in', async () => {
    const own = await createSsoWorld()
    try {
      await setUp(own)
      const browser = createBrowser(own)
      const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
      await own.entra.close()
      const after = await browser.finish(back)
      expect(after.status).toBe(503)
      expect(after.body).toMatchObject({ code: 'SSO_UNREACHABLE' })
      // What was known of the directory is asked for again.
      own.clock.advance(3_600_001)
      const before = await browser.call('GET', '/auth/check-user-by-email?email=ada@contoso.example')
      expect(before.body).toMatchObject({ code: 'SSO_UNREACHABLE' })
      await setUp(own, { allowPassword: true })
      const way = await browser.call('GET', '/auth/check-user-by-email?email=ada@contoso.example')
      expect(way.body).toEqual({ isIDMUser: false, authUrl: null })
    } finally {
      await own.runner.stop()
      await own.server.close()
    }
  })

  it('is not called where the guard does not allow it', async () => {
    const own = await createSsoWorld({ WINNOW_ALLOWED_NETWORKS_RECEIVERS: '10.0.0.0/8' })
    try {
      await setUp(own)
      const reply = await createBrowser(own).call('GET', '/auth/check-user-by-email?email=ada@contoso.example')
      expect(reply.body).toMatchObject({ code: 'SSO_UNREACHABLE' })
      expect(own.server.logLines.join('')).toContain('is on this machine and may not be called')
    } finally {
      await own.close()
    }
  })

  it('keeps nobody out where whoever runs the machine switched single sign-on off · LOGIN-018', async () => {
    const own = await createSsoWorld({ WINNOW_SSO: 'off' })
    try {
      await setUp(own)
      const account = await createAccount(own, 'ada@contoso.example')
      const browser = createBrowser(own)
      const way = await browser.call('GET', '/auth/check-user-by-email?email=ada@contoso.example')
      expect(way.body).toEqual({ isIDMUser: false, authUrl: null })
      expect((await browser.call('GET', '/sso/url/aad?domain=contoso.example')).status).toBe(404)
      expect((await browser.call('GET', '/appconfig')).body).toMatchObject({ isIdmEnabled: false })
      const reply = await browser.call('POST', '/auth', { email: 'ada@contoso.example', password: PASSWORD })
      expect(reply.body).toMatchObject({ id: account.userId })
    } finally {
      await own.close()
    }
  })
})

it('no secret, token or code of all these logins is in the log', () => {
  expect(world.server.logLines.join('')).toContain('no single sign-on')
  expect(secretsInLog(world)).toEqual([])
})
