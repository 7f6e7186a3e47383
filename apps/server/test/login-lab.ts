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

/** A server with users, a clock of its own and an instant hasher. */
export interface LoginLab {
  server: TestServer
  clock: FakeClock
  /** The current test's own company, and the address of its users, so that tests do not count each other's failures. */
  tenant: Tenant
  address: string
  /** Starts the next test. */
  next(): Promise<void>
  newUser(userType?: UserType, companyId?: string): Promise<Person>
  /** A browser without any session. */
  browser(from?: string): BrowserClient
  /** The company's first administrator. */
  admin(): BrowserClient
  /** Sends e-mail and password, with the option to stay logged in. */
  enter(who: BrowserClient, email: string, password?: string): ReturnType<BrowserClient['call']>
  /** The response to the request for the own user: 200 with a session, else 401. */
  status(who: BrowserClient): Promise<number>
  /** The secret of the displayed QR code. */
  scan(who: BrowserClient): Promise<string>
  /** Sets a second factor up from the settings, one time step later, so that the next code is new. */
  protect(who: BrowserClient): Promise<{ secret: string; codes: string[] }>
  /** Headers with a solved captcha. */
  captcha(): Promise<Record<string, string>>
  /** The audit of a user or company. */
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

/** Gives a test file a lab, and each of its tests its own company, address and hour. */
export function useLoginLab(): void {
  beforeAll(async () => {
    lab = await startLoginLab()
  })
  afterAll(() => lab.close())
  beforeEach(() => lab.next())
}
