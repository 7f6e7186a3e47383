// Nobody can find out who has an account. Equal response times follow from equal work, so the test counts the work that
// takes time: hashes, database statements, and background jobs. It measures no time.
import { hash, verify } from '@node-rs/argon2'
import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { watchStatements, type StatementWatch } from '../../../test/watch-statements.ts'
import { createPasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem } from '../../platform/db/transaction.ts'

// The real functions, whose calls are counted.
const argon2 = { hash: vi.fn<typeof hash>(hash), verify: vi.fn<typeof verify>(verify) }

const PASSWORD = 'Correct-Horse-9'
const CAPTCHA = 'KWX479'
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let statements: StatementWatch
let passwordHash: string

beforeAll(async () => {
  server = await startTestServer({
    clock,
    hasher: createPasswordHasher({ argon2 }),
    settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' },
    captchaText: () => CAPTCHA,
  })
  statements = watchStatements(server.database.runtimePool)
  tenant = await createTenant(server.database.runtime)
  passwordHash = await createPasswordHasher().hash(PASSWORD)
})
afterAll(() => server.close())
// Advances the clock beyond the windows of all limits, so that tests do not count each other's attempts.
beforeEach(() => clock.advance(3_600_000))

/** A client with its own address that asks about an e-mail with or without an account. */
interface Visitor {
  email: string
  address: string
}
let visitors = 0
const visitor = (email = `visitor${visitors}@example.com`): Visitor => ({ email, address: `198.51.100.${visitors++}` })

type Account = Parameters<typeof createLoggedIn>[1] & { disabled?: boolean }
async function withAccount(account: Partial<Account> = {}): Promise<Visitor> {
  const who = visitor()
  const { disabled, ...more } = account
  const { userId } = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'OPERATOR_USER',
    email: who.email,
    passwordHash,
    ...more,
  })
  if (disabled)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: clock.now() }).where('id', '=', userId).execute(),
    )
  return who
}

const ACCOUNTS: readonly [string, () => Promise<Visitor>][] = [
  ['an account', () => withAccount()],
  ['a suspended account', () => withAccount({ disabled: true })],
  ['an account that has no console', () => withAccount({ userType: 'PROGRAMMATIC_USER' })],
]

const send = (who: Visitor, method: 'GET' | 'POST', url: string, payload?: object, headers: object = {}) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers: { 'x-requested-with': 'winnow', 'x-forwarded-for': who.address, ...headers },
    ...(payload ? { payload } : {}),
  })

const logIn = (who: Visitor, password: string, headers?: object) =>
  send(who, 'POST', '/auth', { email: who.email, password }, headers)
const fail = async (who: Visitor, times: number) => {
  for (let time = 0; time < times; time++) await logIn(who, 'wrong')
}
async function solved(answer: string) {
  const reply = await send(visitor(), 'GET', '/v1/captcha')
  return { 'x-captcha-nonce': String(reply.headers['x-captcha-nonce']), 'x-captcha-answer': answer }
}

const jobs = async () => {
  const { rows } = await sql<{ jobs: string }>`select count(*) as jobs from graphile_worker.jobs`.execute(
    server.database.owner,
  )
  return Number(rows[0]?.jobs)
}

/** The response of a request and the work for it. */
async function watch(request: () => ReturnType<typeof send>) {
  const [hashed, verified] = [argon2.hash.mock.calls.length, argon2.verify.mock.calls.length]
  const before = await jobs()
  let answer: object = {}
  const sent = await statements.during(async () => {
    const reply = await request()
    const body: { requestId?: string } = reply.json()
    answer = { status: reply.statusCode, ...body, requestId: undefined }
  })
  return {
    answer,
    statements: sent,
    passwords: {
      hashed: argon2.hash.mock.calls.length - hashed,
      verified: argon2.verify.mock.calls.length - verified,
    },
    jobs: (await jobs()) - before,
  }
}

describe.each(ACCOUNTS)('%s', (_what, known) => {
  it('needs the same work at a failed login as an unknown account', async () => {
    const [somebody, nobody] = [await known(), visitor()]
    const unknown = await watch(() => logIn(nobody, 'wrong'))
    expect(unknown).toMatchObject({ answer: { code: 'LOGIN_FAILED' }, passwords: { hashed: 0, verified: 1 }, jobs: 0 })
    // The statements find the account, count the failure twice and audit it, in separate transactions.
    expect(unknown.statements.length).toBeGreaterThan(5)
    expect(await watch(() => logIn(somebody, 'wrong'))).toEqual(unknown)
    // Again, now with earlier failures.
    const again = await watch(() => logIn(nobody, 'wrong'))
    expect(await watch(() => logIn(somebody, 'wrong'))).toEqual(again)
  })

  it('requires a captcha like an unknown account, and a failed login with a captcha needs the same work', async () => {
    const [somebody, nobody] = [await known(), visitor()]
    for (const who of [somebody, nobody]) await fail(who, 3)
    const unknown = await watch(() => logIn(nobody, 'wrong'))
    expect(unknown).toMatchObject({ answer: { code: 'CAPTCHA_REQUIRED' }, passwords: { verified: 0 } })
    expect(await watch(() => logIn(somebody, 'wrong'))).toEqual(unknown)
    for (const [text, code] of [
      ['WRONG1', 'CAPTCHA_INCORRECT'],
      [CAPTCHA, 'LOGIN_FAILED'],
    ] as const) {
      const headers = [await solved(text), await solved(text)] as const
      const answered = await watch(() => logIn(nobody, 'wrong', headers[0]))
      expect(answered.answer).toMatchObject({ code })
      expect(await watch(() => logIn(somebody, 'wrong', headers[1]))).toEqual(answered)
    }
  })

  it('asks for a new password with the same work as an unknown account: the job looks the account up', async () => {
    const ask = (who: Visitor) => watch(() => send(who, 'POST', '/auth/reset-password', { email: who.email }))
    const [somebody, nobody] = [await known(), visitor()]
    const unknown = await ask(nobody)
    expect(unknown).toMatchObject({ answer: { status: 200, success: true }, jobs: 1 })
    expect(await ask(somebody)).toEqual(unknown)
    for (const who of [somebody, nobody]) for (let time = 0; time < 2; time++) await ask(who)
    const limited = await ask(nobody)
    expect(limited).toMatchObject({ answer: { code: 'CAPTCHA_REQUIRED' }, jobs: 0 })
    expect(await ask(somebody)).toEqual(limited)
  })

  it('gets its login method with the same work as an unknown account', async () => {
    const ask = (who: Visitor) =>
      watch(() => send(who, 'GET', `/auth/check-user-by-email?email=${encodeURIComponent(who.email)}`))
    const [somebody, nobody] = [await known(), visitor()]
    const unknown = await ask(nobody)
    expect(unknown.answer).toMatchObject({ status: 200, isIDMUser: false })
    expect(await ask(somebody)).toEqual(unknown)
  })
})

it('a failed login is audited in the account’s company, and a failed login for an unknown account is not audited', async () => {
  const [somebody, nobody] = [await withAccount(), visitor()]
  for (const who of [somebody, nobody]) await logIn(who, 'wrong')
  const entries = await inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .innerJoin('app_user', 'app_user.id', 'audit.user_id')
      .select(['audit.company_id', 'app_user.email', 'audit.object_name', 'audit.address', 'audit.time'])
      .where('audit.action', '=', 'login.failed')
      .where('audit.address', 'in', [somebody.address, nobody.address])
      .execute(),
  )
  expect(entries).toEqual([
    {
      company_id: tenant.companyId,
      email: somebody.email,
      object_name: 'OPERATOR_USER',
      address: somebody.address,
      time: clock.now(),
    },
  ])
})
