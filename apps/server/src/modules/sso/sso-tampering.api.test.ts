import { signIn } from '@winnow/testkit/entra'
import { describe, expect, it } from 'vitest'
import {
  connect,
  CONTOSO,
  createBrowser,
  GUEST_TENANT,
  OTHER_TENANT,
  secretsInLog,
  setUp,
  useSsoWorld,
  world,
  TENANT,
} from './sso.fixture.ts'

useSsoWorld(async () => {
  await setUp()
  await connect('ada@contoso.example')
})

describe('a tampered login opens no session', () => {
  const refused = { status: 400, body: expect.objectContaining({ code: 'LOGIN_CODE_INVALID' }) }

  it('with a state that was changed, is missing, or belongs to another login', async () => {
    const browser = createBrowser()
    const [first, second] = [await browser.begin('ada@contoso.example'), await browser.begin('ada@contoso.example')]
    const back = await signIn(first, 'ada')
    expect(await browser.finish(back, { state: 'x'.repeat(43) })).toMatchObject(refused)
    expect(await browser.finish(back, { state: undefined })).toMatchObject(refused)
    // The second login has a different nonce and verifier.
    const otherState = new URL(second).searchParams.get('state') ?? ''
    expect(await browser.finish(back, { state: otherState })).toMatchObject(refused)
    expect((await browser.finish(back)).status).toBe(200)
  })

  it('in a browser that did not start the login', async () => {
    const browser = createBrowser()
    const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    const victim = createBrowser()
    expect(await victim.finish(back)).toMatchObject(refused)
    await victim.begin('ada@contoso.example')
    expect(await victim.finish(back)).toMatchObject(refused)
    expect((await browser.finish(back)).status).toBe(200)
  })

  it('with another nonce in the ID token', async () => {
    const browser = createBrowser()
    const url = new URL(await browser.begin('ada@contoso.example'))
    url.searchParams.set('nonce', 'another-nonce-than-the-one-that-was-sent')
    expect(await browser.finish(await signIn(url.href, 'ada'))).toMatchObject(refused)
  })

  it('with a code or a login that was already used', async () => {
    const browser = createBrowser()
    const first = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    expect((await browser.finish(first)).status).toBe(200)
    expect(await browser.finish(first)).toMatchObject(refused)
    // The provider refuses a used code also in a new login.
    const state = new URL(await browser.begin('ada@contoso.example')).searchParams.get('state') ?? ''
    expect(await browser.finish(first, { state })).toMatchObject(refused)
  })

  it('with a code that is not bound to the verifier of this login: without PKCE, or with another challenge', async () => {
    const browser = createBrowser()
    const without = new URL(await browser.begin('ada@contoso.example'))
    without.searchParams.delete('code_challenge')
    without.searchParams.delete('code_challenge_method')
    const back = await signIn(without.href, 'ada')
    expect(back.searchParams.get('error')).toBe('invalid_request')
    const changed = new URL(await browser.begin('ada@contoso.example'))
    changed.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
    expect(await browser.finish(await signIn(changed.href, 'ada'))).toMatchObject(refused)
  })

  it('with a code of another directory', async () => {
    const browser = createBrowser()
    const url = (await browser.begin('ada@contoso.example')).replace(TENANT, OTHER_TENANT)
    expect(await browser.finish(await signIn(url, 'ada'))).toMatchObject(refused)
  })

  it('with an answer that names another issuer', async () => {
    const browser = createBrowser()
    const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    const iss = `${world.entra.authority}/${OTHER_TENANT}/v2.0`
    expect(await browser.finish(back, { iss })).toMatchObject(refused)
  })

  it('that took too long', async () => {
    const browser = createBrowser()
    const back = await signIn(await browser.begin('ada@contoso.example'), 'ada')
    world.clock.advance(15 * 60_000 + 1)
    expect(await browser.finish(back)).toMatchObject(refused)
  })

  it('with a tenant in the token that differs from the issuer’s', async () => {
    await setUp({ domains: [CONTOSO, { domain: 'guests.example', tenantId: GUEST_TENANT }] })
    const reply = await createBrowser().logIn('gia@guests.example')
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'SSO_WRONG_TENANT' })
  })
})

it('no secret, token or code of these logins is in the log', () => {
  expect(world.server.logLines.join('')).toContain('no single sign-on')
  expect(secretsInLog()).toEqual([])
})
