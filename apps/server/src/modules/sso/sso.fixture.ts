import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFakeClock } from '@winnow/testkit'
import { createEntra, type Entra, type EntraPerson, signIn } from '@winnow/testkit/entra'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startJobRunner, type JobRunner } from '../../platform/jobs/job-runner.ts'
import { passwordMailJobs } from '../identity/index.ts'
import { ssoMailJobs } from './index.ts'

export const PASSWORD = 'Correct-Horse-9'
export const TENANT = '11111111-1111-4111-8111-111111111111'
export const OTHER_TENANT = '22222222-2222-4222-8222-222222222222'
/** The tenant of a directory whose tokens name another tenant. */
export const GUEST_TENANT = '33333333-3333-4333-8333-333333333333'
export const APPLICATION = {
  clientId: '44444444-4444-4444-8444-444444444444',
  clientSecret: 'a-very-secret-value-of-the-application',
  redirectUri: 'http://console.example/auth/redirect',
}

/** A secret that no directory accepts. */
export const WRONG_SECRET = 'a-secret-that-is-not-right'

const person = (login: string, domain: string, claims: Record<string, unknown> = {}): EntraPerson => ({
  login,
  subject: `subject-of-${login}`,
  claims: { name: login, email: `${login}@${domain}`, preferred_username: `${login}@${domain}`, ...claims },
})

const PEOPLE = [
  'ada',
  'bob',
  'cem',
  'dan',
  'eva',
  'fay',
  'gus',
  'hal',
  'ida',
  'joe',
  'kim',
  'lea',
  'max',
  'nia',
  'old',
  'pam',
  'quy',
]

const TENANTS = [
  {
    tenantId: TENANT,
    people: [
      ...PEOPLE.map((login) => person(login, 'contoso.example')),
      // These logins have the e-mails of Ada and Ida, but are other persons.
      { ...person('ada', 'contoso.example'), login: 'ada-again', subject: 'another subject' },
      { ...person('ida', 'contoso.example'), login: 'ida-again', subject: 'yet another subject' },
      { ...person('zoe', 'contoso.example', { email: 'kim@contoso.example', email_verified: false }) },
      { ...person('yan', 'contoso.example', { email: 'kim@contoso.example', xms_edov: false }) },
    ],
  },
  { tenantId: OTHER_TENANT, people: [person('ada', 'contoso.example'), person('mia', 'fabrikam.example')] },
  { tenantId: GUEST_TENANT, people: [person('gia', 'guests.example')], tid: OTHER_TENANT },
]

interface SsoWorld {
  server: TestServer
  entra: Entra
  clock: ReturnType<typeof createFakeClock>
  tenant: Tenant
  other: Tenant
  superUser: LoggedIn
  runner: JobRunner
  close(): Promise<void>
}

/** Creates directories, a server that may connect to them, a company with single sign-on, and a company without. */
async function createSsoWorld(settings: Record<string, string>): Promise<SsoWorld> {
  const entra = await createEntra(TENANTS)
  entra.register(APPLICATION)
  const clock = createFakeClock(new Date())
  const server = await startTestServer({
    clock,
    settings: {
      WINNOW_PUBLIC_URL: 'http://console.example',
      WINNOW_SSO_AUTHORITY: entra.authority,
      WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8',
      ...settings,
    },
    hasher: plainHasher,
  })
  const db = server.database.runtime
  const [tenant, other, provider] = [
    await createTenant(db, 'Contoso'),
    await createTenant(db, 'Neighbour'),
    await createTenant(db, 'Provider'),
  ]
  await inSystem(db, (tx) =>
    tx.updateTable('company').set({ kind: 'provider' }).where('id', '=', provider.companyId).execute(),
  )
  const superUser = await createLoggedIn(db, { companyId: provider.companyId, userType: 'SUPER_USER' })
  const { deps } = server.container
  const runner = await startJobRunner({
    url: server.database.ownerUrl,
    jobs: [...passwordMailJobs(deps), ...ssoMailJobs(deps)],
    log: deps.log,
    pollMs: 50,
  })
  return {
    server,
    entra,
    clock,
    tenant,
    other,
    superUser,
    runner,
    async close() {
      await runner.stop()
      await server.close()
      await entra.close()
    },
  }
}

/** The environment of the running tests, set by {@link useSsoWorld} in their file or group. */
export let world: SsoWorld

/** Gives a file or group of tests one environment. Before each test, advances the clock beyond the windows of all limits. */
export function useSsoWorld(prepare?: () => Promise<unknown>, settings: Record<string, string> = {}): void {
  let around: SsoWorld
  beforeAll(async () => {
    around = world
    world = await createSsoWorld(settings)
    await prepare?.()
  })
  afterAll(async () => {
    await world.close()
    world = around
  })
  beforeEach(() => world.clock.advance(3_600_000))
}

export interface SsoSetup {
  enabled?: boolean
  allowPassword?: boolean
  clientSecret?: string
  domains?: { domain: string; tenantId: string }[]
}

export const CONTOSO = { domain: 'contoso.example', tenantId: TENANT }

/** Configures a company's single sign-on as its administrator, and has the provider confirm all domains. */
export async function setUp(setup: SsoSetup = {}, company: Tenant = world.tenant): Promise<void> {
  const body = {
    enabled: true,
    allowPassword: false,
    clientId: APPLICATION.clientId,
    clientSecret: APPLICATION.clientSecret,
    domains: [CONTOSO],
    ...setup,
  }
  const saved = await callApi(world.server, company.admin, 'PUT', `/v1/company/${company.companyId}/sso`, body)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  for (const { domain } of body.domains) {
    // oxlint-disable-next-line no-await-in-loop -- there are only a few domains
    const reply = await callApi(world.server, world.superUser, 'PUT', `/v1/company/${company.companyId}/sso/domain`, {
      domain,
      confirmed: true,
    })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  }
}

/** Creates a browser that sends requests to the console's server and keeps its cookies. */
export function createBrowser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    cookie: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the answer that a test expects
    async call<T = Record<string, unknown>>(method: 'GET' | 'POST', url: string, payload?: object) {
      const reply = await world.server.app.inject({
        method,
        url: `/api${url}`,
        headers: { cookie: this.cookie(), 'x-requested-with': 'winnow', host: 'console.example' },
        ...(payload ? { payload } : {}),
      })
      for (const { name, value } of reply.cookies) cookies.set(name, value)
      return { status: reply.statusCode, body: reply.json<T>(), reply }
    },
    async begin(email: string, query = ''): Promise<string> {
      const { body, status } = await this.call<{ authUrl: string | null }>(
        'GET',
        `/auth/check-user-by-email?email=${encodeURIComponent(email)}${query}`,
      )
      if (status !== 200 || body.authUrl === null) throw new Error(`${email} does not log in elsewhere: ${status}`)
      return body.authUrl
    },
    /** Posts the provider's response to the page. */
    finish(back: URL, changed: Record<string, string | undefined> = {}) {
      const { code, state, iss } = { ...Object.fromEntries(back.searchParams), ...changed }
      return this.call('POST', '/auth/login-with-code', { code, state, iss })
    },
    /** A complete login at the directory. */
    async logIn(email: string, login = email.split('@')[0] ?? '') {
      return this.finish(await signIn(await this.begin(email), login))
    },
  }
}

/** Creates an account of a company, with or without a password. */
export const createAccount = (
  email: string,
  more: { company?: Tenant; userType?: 'OPERATOR_USER' | 'ADMIN_USER' | 'PROGRAMMATIC_USER' } = {},
): Promise<LoggedIn> =>
  createLoggedIn(world.server.database.runtime, {
    companyId: (more.company ?? world.tenant).companyId,
    userType: more.userType ?? 'OPERATOR_USER',
    email,
    passwordHash: plainHash(PASSWORD),
  })

/** Creates an open invitation of an account, and returns the token of its link. */
export async function invite(userId: string, companyId = world.tenant.companyId): Promise<string> {
  const token = newToken()
  const row = { user_id: userId, company_id: companyId, token_hash: hashToken(token) }
  await inSystem(world.server.database.runtime, (tx) =>
    tx
      .insertInto('invitation')
      .values({ ...row, expires_at: new Date(world.clock.now().getTime() + 86_400_000) })
      .execute(),
  )
  return token
}

/** Connects an account with a person of the directory by an invitation. */
export async function connect(email: string, login = email.split('@')[0] ?? '') {
  const account = await createAccount(email)
  const token = await invite(account.userId)
  const browser = createBrowser()
  const { body } = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
  const reply = await browser.finish(await signIn(body.url, login))
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return { ...account, email, browser }
}

/** Returns the mails to a recipient, oldest first. */
export async function mailsTo(email: string) {
  const folder = join(world.server.container.env.dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(files.map(async (name) => simpleParser(await readFile(join(folder, name)))))
  return mails.filter(({ to }) => to && !Array.isArray(to) && to.text === email)
}

/** The token of the link to connect an account, from the sent mail. */
export async function mailedToken(email: string): Promise<string> {
  const mails = await until(`a mail to ${email}`, async () => {
    const found = await mailsTo(email)
    return found.length > 0 && found
  })
  return /http:\/\/console\.example\/auth\/connect\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

/** The login method that the console gets for an e-mail. */
export const wayIn = (email: string) =>
  callApi(world.server, { cookie: '' }, 'GET', `/auth/check-user-by-email?email=${encodeURIComponent(email)}`)

/** Logs in with the password of the test accounts. */
export const logIn = (email: string) =>
  callApi(world.server, { cookie: '' }, 'POST', '/auth', { email, password: PASSWORD })

/** Returns the secrets, ID tokens and login codes that occur in the log. Tests expect none. */
export const secretsInLog = (): string[] => {
  const log = world.server.logLines.join('')
  const shapes = [/eyJ[\w-]+\.[\w-]+\./, /"code":"[\w-]{43}"/]
  return [
    ...[APPLICATION.clientSecret, WRONG_SECRET].filter((secret) => log.includes(secret)),
    ...shapes.flatMap((shape) => shape.exec(log)?.[0] ?? []),
  ]
}
