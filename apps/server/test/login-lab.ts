import { CAPTCHA_ANSWER_HEADER, CAPTCHA_NONCE_HEADER, OTP_SECRET_HEADER, type UserType } from '@winnow/contract'
import { createFakeClock, type FakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { inSystem } from '../src/platform/db/transaction.ts'
import { codeAt } from './authenticator.ts'
import { BrowserClient } from './browser-client.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from './factories.ts'
import { plainHash, plainHasher } from './plain-hasher.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** The password of every user. */
export const PASSWORD = 'Correct-Horse-9'
const CAPTCHA = 'KWX479'
const HOUR = 3_600_000

/** A user with an open session. */
export interface Person extends LoggedIn {
  email: string
  session: BrowserClient
}

/** A server with users, a separate clock and an instant hasher. */
export interface LoginLab {
  server: TestServer
  clock: FakeClock
  /** The company of the current test. Each test has its own company, so that failed logins of one test do not affect another. */
  tenant: Tenant
  /** The client address of the current test's users, which differs for each test. */
  address: string
  /** Prepares the next test: a new company, address and hour. */
  next(): Promise<void>
  newUser(userType?: UserType, companyId?: string): Promise<Person>
  /** Creates a browser without a session. */
  browser(from?: string): BrowserClient
  /** A browser in which the company's first administrator is logged in. */
  admin(): BrowserClient
  /** Logs in with e-mail and password and the option to stay logged in. */
  enter(who: BrowserClient, email: string, password?: string): ReturnType<BrowserClient['call']>
  /** The status of a request for the logged-in user: 200 with a session, otherwise 401. */
  status(who: BrowserClient): Promise<number>
  /** Requests a QR code and returns the secret that it contains. */
  scan(who: BrowserClient): Promise<string>
  /** Sets up a second factor in the settings. Advances the time by one step, so that the next code differs. */
  protect(who: BrowserClient): Promise<{ secret: string; codes: string[] }>
  /** Returns headers with a solved captcha. */
  captcha(): Promise<Record<string, string>>
  /** Returns the audit entries of a user or company. */
  actionsOf(objectId: string): Promise<{ action: string; user_id: string | null; before: unknown; after: unknown }[]>
  close(): Promise<void>
}

async function startLoginLab(): Promise<LoginLab> {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({
    clock,
    settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' },
    hasher: plainHasher,
    captchaText: () => CAPTCHA,
  })
  const db = server.database.runtime
  let [tests, people] = [0, 0]
  const started: LoginLab = {
    server,
    clock,
    tenant: await createTenant(db),
    address: '10.1.0.0',
    async next() {
      tests += 1
      started.address = `10.1.${Math.floor(tests / 250)}.${tests % 250}`
      clock.advance(HOUR)
      started.tenant = await createTenant(db, `Company ${tests}`)
    },
    async newUser(userType = 'OPERATOR_USER', companyId = started.tenant.companyId) {
      const email = `person${people++}@example.com`
      const made = await createLoggedIn(db, { companyId, userType, email, passwordHash: plainHash(PASSWORD) })
      const session = new BrowserClient(server, { cookie: made.cookie, address: started.address })
      return { ...made, email, session }
    },
    browser: (from = started.address) => new BrowserClient(server, { address: from }),
    admin: () => new BrowserClient(server, { cookie: started.tenant.admin.cookie, address: started.address }),
    enter: (who, email, password = PASSWORD) => who.call('POST', '/auth', { email, password, keepLoggedIn: true }),
    status: async (who) => (await who.call('GET', '/auth/user')).status,
    async scan(who) {
      const reply = await who.send('GET', '/v1/2fa/otp-generate')
      if (reply.statusCode !== 200) throw new Error(`no QR code: ${reply.body}`)
      return String(reply.headers[OTP_SECRET_HEADER])
    },
    async protect(who) {
      const secret = await started.scan(who)
      const { status, body } = await who.call('POST', '/v1/2fa/otp-confirm-setup', {
        code: codeAt(secret, clock.now()),
      })
      if (status !== 200) throw new Error(`not set up: ${JSON.stringify(body)}`)
      clock.advance(30_000)
      return { secret, codes: body.codes }
    },
    async captcha() {
      const { nonce } = await server.container.deps.captchas.issue(clock.now())
      return { [CAPTCHA_NONCE_HEADER]: nonce, [CAPTCHA_ANSWER_HEADER]: CAPTCHA }
    },
    actionsOf: (objectId) =>
      inSystem(db, (tx) =>
        tx
          .selectFrom('audit')
          .select(['action', 'user_id', 'before', 'after'])
          .where('object_id', '=', objectId)
          .execute(),
      ),
    close: () => server.close(),
  }
  return started
}

/** The lab of the test file that called {@link useLoginLab}. */
export let lab: LoginLab

/** Creates a lab for a test file. Each test of the file gets a new company, address and hour. */
export function useLoginLab(): void {
  beforeAll(async () => {
    lab = await startLoginLab()
  })
  afterAll(() => lab.close())
  beforeEach(() => lab.next())
}
