import { signIn } from '@winnow/testkit/entra'
import { describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import {
  connect,
  CONTOSO,
  createAccount,
  createBrowser,
  logIn,
  secretsInLog,
  setUp,
  useSsoWorld,
  world,
  TENANT,
  wayIn,
  WRONG_SECRET,
} from './sso.fixture.ts'

useSsoWorld(async () => {
  await setUp()
  await connect('ada@contoso.example')
})

describe('single sign-on with a wrong configuration', () => {
  it('a directory that rejects the secret is reported as misconfigured', async () => {
    await setUp({ clientSecret: WRONG_SECRET })
    const reply = await createBrowser().logIn('ada@contoso.example')
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'SSO_MISCONFIGURED' })
    await setUp()
    expect((await createBrowser().logIn('ada@contoso.example')).status).toBe(200)
  })

  it('a directory that does not exist is reported as misconfigured', async () => {
    const domain = { domain: 'nowhere.example', tenantId: '99999999-9999-4999-8999-999999999999' }
    await setUp({ domains: [CONTOSO, domain] })
    expect((await wayIn('ada@nowhere.example')).body).toMatchObject({ code: 'SSO_MISCONFIGURED' })
  })

  it('passwords are accepted if the company allows them', async () => {
    await setUp({ allowPassword: true })
    const account = await createAccount('both@contoso.example')
    expect((await wayIn('both@contoso.example')).body).toMatchObject({
      isIDMUser: false,
      authUrl: expect.stringContaining(TENANT),
    })
    expect((await logIn('both@contoso.example')).body).toMatchObject({ id: account.userId })
    await setUp()
  })

  it('no login is redirected if the domain is unconfirmed or single sign-on is disabled · LOGIN-018', async () => {
    await setUp({ enabled: false })
    expect((await wayIn('ada@contoso.example')).body).toEqual({ isIDMUser: false, authUrl: null })
    await setUp()
    const path = `/v1/company/${world.tenant.companyId}/sso/domain`
    await callApi(world.server, world.superUser, 'PUT', path, { domain: 'contoso.example', confirmed: false })
    expect((await wayIn('ada@contoso.example')).body).toEqual({ isIDMUser: false, authUrl: null })
    await setUp()
  })

  it('a login in progress ends when single sign-on is disabled meanwhile', async () => {
    const browser = createBrowser()
    const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    await setUp({ enabled: false })
    expect((await browser.finish(back)).body).toMatchObject({ code: 'LOGIN_CODE_INVALID' })
    await setUp()
  })
})

describe('a provider that is down', () => {
  useSsoWorld(setUp)

  it('is reported as unreachable, before and after the sign-in there', async () => {
    const browser = createBrowser()
    const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    await world.entra.close()
    const after = await browser.finish(back)
    expect(after.status).toBe(503)
    expect(after.body).toMatchObject({ code: 'SSO_UNREACHABLE' })
    // The cached metadata of the directory has expired, so it is requested again.
    world.clock.advance(3_600_001)
    expect((await wayIn('ada@contoso.example')).body).toMatchObject({ code: 'SSO_UNREACHABLE' })
    await setUp({ allowPassword: true })
    expect((await wayIn('ada@contoso.example')).body).toEqual({ isIDMUser: false, authUrl: null })
  })
})

describe('a provider that the guard does not allow', () => {
  useSsoWorld(setUp, { WINNOW_ALLOWED_NETWORKS_RECEIVERS: '10.0.0.0/8' })

  it('is not called', async () => {
    expect((await wayIn('ada@contoso.example')).body).toMatchObject({ code: 'SSO_UNREACHABLE' })
    expect(world.server.logLines.join('')).toContain('is on this machine and may not be called')
  })
})

describe('single sign-on that the machine’s operator disabled', () => {
  useSsoWorld(setUp, { WINNOW_SSO: 'off' })

  it('prevents no login with a password · LOGIN-018', async () => {
    const account = await createAccount('ada@contoso.example')
    const browser = createBrowser()
    expect((await wayIn('ada@contoso.example')).body).toEqual({ isIDMUser: false, authUrl: null })
    expect((await browser.call('GET', '/sso/url/aad?domain=contoso.example')).status).toBe(404)
    expect((await browser.call('GET', '/appconfig')).body).toMatchObject({ isIdmEnabled: false })
    expect((await logIn('ada@contoso.example')).body).toMatchObject({ id: account.userId })
  })
})

it('no secret, token or code of these logins is in the log', () => {
  expect(world.server.logLines.join('')).toContain('no single sign-on')
  expect(secretsInLog()).toEqual([])
})
