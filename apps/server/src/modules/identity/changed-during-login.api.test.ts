// A login reads the account's hash, and then checks the password against it. The check may wait in a queue, and the owner may change the
// password meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BrowserClient } from '../../../test/browser-client.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

const PASSWORD = 'Correct-Horse-9'
const NEXT = 'Wheat&Chaff-2026'
const OUTDATED = 'outdated '
const LOGIN_FAILED = { code: 'LOGIN_FAILED', message: 'Incorrect email or password', requestId: expect.any(String) }
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
/** The actions that run while the next password check or the next hashing waits in the queue. */
let duringVerify: (() => Promise<unknown>) | undefined
let duringHash: (() => Promise<unknown>) | undefined
/** Runs the action outside the context of the waiting request. */
const onItsOwn = AsyncLocalStorage.snapshot()

beforeAll(async () => {
  server = await startTestServer({
    clock,
    hasher: {
      isOutdated: (stored) => stored.startsWith(OUTDATED),
      async verify(stored, password) {
        const meanwhile = duringVerify
        duringVerify = undefined
        if (meanwhile) await onItsOwn(meanwhile)
        return plainHasher.verify(stored?.replace(OUTDATED, ''), password)
      },
      async hash(password) {
        const meanwhile = duringHash
        duringHash = undefined
        if (meanwhile) await onItsOwn(meanwhile)
        return plainHasher.hash(password)
      },
    },
  })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(() => clock.advance(3_600_000))

let people = 0
async function newUser(passwordHash = plainHash(PASSWORD)) {
  const email = `person${people++}@example.com`
  const { userId, cookie } = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'OPERATOR_USER',
    email,
    passwordHash,
  })
  return { userId, email, session: new BrowserClient(server, { cookie }) }
}
const enter = (browser: BrowserClient, email: string, password = PASSWORD) =>
  browser.call('POST', '/auth', { email, password })

/** Redeems a mailed link, as the owner of the account does. */
async function reset(userId: string) {
  const token = newToken()
  const expires = { created_at: clock.now(), expires_at: new Date(clock.now().getTime() + 3_600_000) }
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('password_link')
      .values({ id: newId(), token_hash: hashToken(token), company_id: tenant.companyId, user_id: userId, ...expires })
      .execute(),
  )
  const { status } = await new BrowserClient(server).call('POST', '/auth/new-password', { token, newPassword: NEXT })
  expect(status).toBe(200)
}
const change = (userId: string, values: { disabled_at?: Date; two_factor_required?: boolean }) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('app_user').set(values).where('id', '=', userId).execute())
const actionsOf = async (userId: string) => {
  const rows = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').select('action').where('object_id', '=', userId).orderBy('id').execute(),
  )
  return rows.map(({ action }) => action)
}

describe('a login in progress', () => {
  it('with the old password fails like any other if the password is reset meanwhile', async () => {
    const { userId, email } = await newUser()
    const browser = new BrowserClient(server)
    duringVerify = () => reset(userId)
    expect(await enter(browser, email)).toEqual({ status: 400, body: LOGIN_FAILED })
    expect(browser.cookies.size).toBe(0)
    expect(await actionsOf(userId)).toEqual(['password.reset', 'login.failed'])
    expect((await enter(browser, email, NEXT)).status).toBe(200)
  })

  it('fails if the account is disabled meanwhile', async () => {
    const { userId, email } = await newUser()
    const browser = new BrowserClient(server)
    duringVerify = () => change(userId, { disabled_at: clock.now() })
    expect(await enter(browser, email)).toEqual({ status: 400, body: LOGIN_FAILED })
    expect(browser.cookies.size).toBe(0)
  })

  it('does not ask for the second factor in these cases either', async () => {
    const { userId, email } = await newUser()
    await change(userId, { two_factor_required: true })
    const browser = new BrowserClient(server)
    duringVerify = () => reset(userId)
    expect(await enter(browser, email)).toEqual({ status: 400, body: LOGIN_FAILED })
    expect(browser.cookies.size).toBe(0)
  })
})

describe('an outdated hash', () => {
  it('is replaced at a login', async () => {
    const { userId, email } = await newUser(OUTDATED + plainHash(PASSWORD))
    expect((await enter(new BrowserClient(server), email)).status).toBe(200)
    expect(await hashOf(userId)).toBe(plainHash(PASSWORD))
  })

  it('is replaced by the first of two simultaneous logins, and both succeed', async () => {
    const { userId, email } = await newUser(OUTDATED + plainHash(PASSWORD))
    let first: unknown
    duringHash = async () => (first = await enter(new BrowserClient(server), email))
    expect((await enter(new BrowserClient(server), email)).status).toBe(200)
    expect(first).toMatchObject({ status: 200 })
    expect(await hashOf(userId)).toBe(plainHash(PASSWORD))
  })

  it('does not overwrite a password that was reset meanwhile', async () => {
    const { userId, email } = await newUser(OUTDATED + plainHash(PASSWORD))
    duringHash = () => reset(userId)
    expect((await enter(new BrowserClient(server), email)).body).toEqual(LOGIN_FAILED)
    expect(await hashOf(userId)).toBe(plainHash(NEXT))
  })
})

it('a change of password in progress does not undo a reset', async () => {
  const { userId, session } = await newUser()
  duringVerify = () => reset(userId)
  const body = { userId, oldPassword: PASSWORD, newPassword: 'Another&Chaff-2027' }
  expect((await session.call('PUT', '/auth', body)).body).toMatchObject({ code: 'OLD_PASSWORD_INVALID' })
  expect(await hashOf(userId)).toBe(plainHash(NEXT))
  expect((await session.call('GET', '/auth/user')).status).toBe(401)
})

async function hashOf(userId: string): Promise<string | null> {
  const { password_hash } = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow(),
  )
  return password_hash
}
