// A company's policy for second factors does not apply to logins through its directory (decisions 0152 and 0153).
import { beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, type Tenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { connect, createAccount, createBrowser, PASSWORD, setUp, useSsoWorld, world } from './sso.fixture.ts'

/** The company, with a new administrator for each test: the strict policy logs out administrators without a second factor. */
let company: Tenant
useSsoWorld()
beforeEach(async () => {
  const { companyId } = world.tenant
  company = {
    ...world.tenant,
    admin: await createLoggedIn(world.server.database.runtime, { companyId, userType: 'ADMIN_USER' }),
  }
  await setUp({}, company)
  await inSystem(world.server.database.runtime, (tx) =>
    tx.updateTable('company').set({ two_factor_mode: 'off' }).where('id', '=', companyId).execute(),
  )
})

type Browser = Awaited<ReturnType<typeof connect>>['browser']
const beStrict = (browser: Browser) =>
  browser.call<{ mode?: string; code?: string }>('GET', '/v1/2fa/company-otp-enable?strict=true')
const whoAmI = (browser: Browser) => browser.call<{ email?: string; login2FaFlow?: string | null }>('GET', '/auth/user')

/** Creates an administrator with single sign-on, without a second factor of Winnow. */
async function connectedAdmin(email: string): Promise<Browser> {
  const { userId, browser } = await connect(email)
  await inSystem(world.server.database.runtime, (tx) =>
    tx.updateTable('app_user').set({ user_type: 'ADMIN_USER' }).where('id', '=', userId).execute(),
  )
  return browser
}

describe('a company with the strict policy for second factors', () => {
  it('accepts every login through its directory without a second factor of Winnow', async () => {
    const admin = await connectedAdmin('ada@contoso.example')
    await connect('bob@contoso.example')
    expect((await beStrict(admin)).body).toMatchObject({ mode: 'strict' })
    const browser = createBrowser()
    const reply = await browser.logIn('bob@contoso.example')
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ email: 'bob@contoso.example' })
    expect(reply.body).not.toHaveProperty('result')
    expect(await whoAmI(browser)).toMatchObject({ status: 200, body: { login2FaFlow: null } })
  })

  it('also accepts such logins of users for whom an administrator requires one', async () => {
    const { userId } = await connect('cem@contoso.example')
    const reply = await callApi(world.server, company.admin, 'GET', `/v1/2fa/user-otp-enable/${userId}`)
    expect(reply.status).toBe(200)
    const browser = createBrowser()
    expect((await browser.logIn('cem@contoso.example')).status).toBe(200)
    expect((await whoAmI(browser)).status).toBe(200)
  })

  it('can be made strict by an administrator who has only single sign-on and then stays logged in', async () => {
    const admin = await connectedAdmin('dan@contoso.example')
    expect((await beStrict(admin)).status).toBe(200)
    expect((await whoAmI(admin)).status).toBe(200)
  })

  it('cannot be made strict by an administrator who may also use a password and has no second factor', async () => {
    const admin = await connectedAdmin('eva@contoso.example')
    await setUp({ allowPassword: true }, company)
    expect((await beStrict(admin)).body).toMatchObject({ code: 'TWO_FACTOR_FIRST' })
  })

  it('requires a second factor of the same account when it logs in with its password', async () => {
    const admin = await connectedAdmin('fay@contoso.example')
    await connect('gus@contoso.example')
    expect((await beStrict(admin)).status).toBe(200)
    await setUp({ allowPassword: true }, { ...company, admin: { ...company.admin, cookie: admin.cookie() } })
    const browser = createBrowser()
    const reply = await browser.call('POST', '/auth', { email: 'gus@contoso.example', password: PASSWORD })
    expect(reply.body).toMatchObject({ result: 'totp_pending', login2FaFlow: 'totp_pending_strict' })
    expect((await whoAmI(browser)).status).toBe(401)
    expect((await createBrowser().logIn('gus@contoso.example')).body).toMatchObject({
      email: 'gus@contoso.example',
    })
  })

  it('still requires a second factor of users who do not log in through the directory', async () => {
    const admin = await connectedAdmin('hal@contoso.example')
    await createAccount('outside@elsewhere.example')
    await beStrict(admin)
    const reply = await createBrowser().call('POST', '/auth', {
      email: 'outside@elsewhere.example',
      password: PASSWORD,
    })
    expect(reply.body).toMatchObject({ result: 'totp_pending', login2FaFlow: 'totp_pending_strict' })
  })
})
