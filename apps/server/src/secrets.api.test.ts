// Creates secrets, calls all operations, and searches for the secrets in every reply and log line. Secrets that need several calls are
// tested where they are created: tokens of invitations in `users/invitations.api.test.ts`, tokens of new passwords in
// `identity/forgotten-password.api.test.ts`, backup codes in `identity/second-factor/set-up.api.test.ts`, secrets of single sign-on in
// `sso/*.api.test.ts`, the key of an S3 store in `platform/register-secrets.test.ts`.
import { API_BASE, operations, OTP_SECRET_HEADER, staysOpen } from '@winnow/contract'
import { createWebhookSink } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type Tenant } from '../test/factories.ts'
import { sendBySmtp } from '../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { createPasswordHasher } from './platform/crypto/password-hasher.ts'
import { startSmtp } from './roles.ts'

const PASSWORD = 'Planted-Login-Password-1'
const MAIL_PASSWORD = 'planted-mail-password-2'
const HEADER = 'planted-header-value-3'
const CLIENT_SECRET = 'planted-client-secret-4'
const SSO_DOMAINS = [{ domain: 'planted.example', tenantId: '01900000-0000-7000-8000-000000000001' }]
const EMAIL = 'planted@example.com'

let server: TestServer
let tenant: Tenant
/** All replies with their requests. */
const replies: { to: string; text: string }[] = []
/** The secrets, each with the only reply that shows it, if there is one. */
const planted: { what: string; value: string; shownIn?: string }[] = []

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Call {
  name?: string
  headers?: Record<string, string>
  raw?: string
}
async function call(method: Method, url: string, payload?: object, { name, headers, raw }: Call = {}) {
  const reply = await server.app.inject({
    method,
    url: url.startsWith('/') ? url : API_BASE,
    headers: {
      cookie: tenant.admin.cookie,
      'x-requested-with': 'winnow',
      ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(raw === undefined ? (payload ? { payload } : {}) : { payload: raw }),
  })
  replies.push({ to: name ?? `${method} ${url}`, text: `${JSON.stringify(reply.headers)}\n${reply.body}` })
  return { status: reply.statusCode, body: reply.headers['content-type']?.includes('json') ? reply.json() : {}, reply }
}

beforeAll(async () => {
  const sink = await createWebhookSink()
  server = await startTestServer({
    settings: {
      SMTP_URL: `smtp://winnow:${MAIL_PASSWORD}@127.0.0.1:9`,
      WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8',
    },
  })
  const smtp = await startSmtp(server.container)
  try {
    await plant(sink.url)
    await walk()
    await smtpLogins()
  } finally {
    await smtp.stop()
    await sink.close()
  }
})
afterAll(() => server.close())

async function plant(hookUrl: string): Promise<void> {
  const db = server.database.runtime
  tenant = await createTenant(db)
  const passwordHash = await createPasswordHasher().hash(PASSWORD)
  await createLoggedIn(db, { companyId: tenant.companyId, userType: 'OPERATOR_USER', email: EMAIL, passwordHash })
  planted.push(
    { what: 'a password', value: PASSWORD },
    { what: 'the hash of a password', value: passwordHash },
    { what: 'the password of the mail server', value: MAIL_PASSWORD },
    { what: 'the header of a webhook', value: HEADER },
    { what: 'the password of the database', value: new URL(server.database.url).password },
    { what: 'the session of the administrator', value: tenant.admin.cookie.split('=')[1] ?? '' },
    { what: 'the token for sending', value: tenant.ingestToken },
    { what: 'the token for reading', value: tenant.apiToken },
  )
  for (const { bytes } of server.container.deps.keys.keys)
    for (const form of ['base64url', 'base64', 'hex'] as const)
      planted.push({ what: `the master key as ${form}`, value: Buffer.from(bytes).toString(form) })

  const login = await call(
    'POST',
    '/api/auth',
    { email: EMAIL, password: PASSWORD },
    { name: 'login', headers: { cookie: '' } },
  )
  planted.push({ what: 'a session', value: login.reply.cookies[0]?.value ?? '', shownIn: 'login' })
  const token = await call('POST', '/api/v1/token', { tokenType: 'api', name: 'x' }, { name: 'token' })
  planted.push({ what: 'a new token', value: token.body.secret, shownIn: 'token' })
  const site = `/api/v1/site/${tenant.siteId}`
  const smtp = await call('PUT', `${site}/smtp`, { required: true, newPassword: true }, { name: 'smtp' })
  planted.push({ what: 'the password of a site', value: smtp.body.password, shownIn: 'smtp' })
  const config = { url: `${hookUrl}/x`, headers: { authorization: `Bearer ${HEADER}`, 'x-account': HEADER } }
  const hook = await call('POST', `${site}/receivers`, { kind: 'webhook', name: 'h', config }, { name: 'hook' })
  planted.push({ what: 'a signing secret', value: hook.body.secret, shownIn: 'hook' })
  expect(hook.body, 'the webhook').toMatchObject({ receiver: { active: true } })
  const { id } = hook.body.receiver
  const rotated = await call('PUT', `/api/v1/receiver/${id}`, { kind: 'webhook', newSecret: true }, { name: 'rotated' })
  planted.push({ what: 'a rotated signing secret', value: rotated.body.secret, shownIn: 'rotated' })
  expect((await call('POST', `/api/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true })
  const [session] = login.reply.cookies
  const asOperator = { cookie: `${session?.name}=${session?.value}` }
  const otp = await call('GET', '/api/v1/2fa/otp-generate', undefined, { name: 'otp', headers: asOperator })
  planted.push({
    what: 'the secret of a second factor',
    value: String(otp.reply.headers[OTP_SECRET_HEADER]),
    shownIn: 'otp',
  })
  const sso = {
    enabled: false,
    allowPassword: true,
    clientId: 'winnow',
    clientSecret: CLIENT_SECRET,
    domains: SSO_DOMAINS,
  }
  expect((await call('PUT', `/api/v1/company/${tenant.companyId}/sso`, sso)).status).toBe(200)
  planted.push({ what: 'the secret of a single sign-on', value: CLIENT_SECRET })
  // The mail server is unreachable, so its error is logged.
  expect((await call('POST', `/api/v1/receiver/${tenant.receiverId}/test`)).body).toMatchObject({ ok: false })
}

/** Calls every operation with own ids, with invalid ids, with random values, and with a failing database. */
async function walk(): Promise<void> {
  for (const operation of operations) {
    const { method, path } = operation
    if (staysOpen(operation) || path === '/auth/logout') continue
    const own = path.replace(':noteId', tenant.noteId).replace(':position', '0').replace(':id', idFor(path))
    const secret = {
      password: PASSWORD,
      email: EMAIL,
      name: HEADER,
      secret: HEADER,
      config: { headers: { a: HEADER } },
    }
    if (method === 'GET') await call('GET', API_BASE + own)
    else await call(method, `${API_BASE}${path.replaceAll(/:\w+/g, 'x')}`, { ...secret, kind: 'webhook' })
    await call(method, `${API_BASE}${own}`, undefined, { raw: `{"password":"${PASSWORD}",` })
    await call(method, `${API_BASE}${own}`, method === 'GET' ? undefined : secret, { headers: { cookie: '' } })
    await call(method, `${API_BASE}${own}`, undefined, {
      headers: { cookie: '', authorization: `Bearer ${tenant.ingestToken}` },
    })
  }
  const { owner } = server.database
  for (const table of ['session', 'receiver', 'audit'] as const) {
    await owner.schema.alterTable(table).renameTo(`${table}_away`).execute()
    await call(
      'POST',
      '/api/auth',
      { email: EMAIL, password: PASSWORD },
      { name: 'login in trouble', headers: { cookie: '' } },
    )
    const config = { url: 'https://hooks.example/x', headers: { authorization: HEADER } }
    await call(
      'POST',
      `/api/v1/site/${tenant.siteId}/receivers`,
      { kind: 'webhook', name: 'h', config },
      { name: 'hook in trouble' },
    )
    await owner.schema.alterTable(`${table}_away`).renameTo(table).execute()
  }
  await call('POST', '/api/auth', { email: EMAIL, password: `${PASSWORD}x` }, { headers: { cookie: '' } })
}

function idFor(path: string): string {
  if (path.startsWith('/company')) return tenant.companyId
  if (path.startsWith('/project')) return tenant.projectId
  if (path.includes('/site')) return tenant.siteId
  if (path.includes('/view')) return tenant.viewId
  if (path.includes('/receiver')) return tenant.receiverId
  if (path.includes('/signal')) return tenant.signalId
  if (path.includes('/token')) return tenant.tokenId
  return path.includes('/delivery') ? tenant.deliveryId : tenant.alarmId
}

async function smtpLogins(): Promise<void> {
  const password = planted.find(({ what }) => what === 'the password of a site')?.value ?? ''
  const user = JSON.parse(replies.find(({ to }) => to === 'smtp')?.text.split('\n')[1] ?? '{}').user
  const to = `${tenant.addressToken}@winnow.example`
  const codes = await sendBySmtp(server.container.ports.smtp, {
    to,
    login: { user, password },
    message: 'Subject: x\n\nx',
  })
  expect(codes).toEqual([235, 250, 250, 354, 250])
  await sendBySmtp(server.container.ports.smtp, { to, login: { user, password: `${password}x` } })
}

describe('a secret', () => {
  it('of each kind exists (logins, cameras, receivers, tokens, keys), and every operation was called', () => {
    for (const { what, value } of planted) expect(value?.length, what).toBeGreaterThan(7)
    expect(replies.length).toBeGreaterThan(operations.length * 3)
    expect(server.logLines.filter((line) => line.includes('request failed')).length).toBeGreaterThan(0)
  })

  it('is in the reply that must show it', () => {
    const shown = planted.filter(({ shownIn }) => shownIn !== undefined)
    expect(shown).toHaveLength(6)
    for (const { what, value, shownIn } of shown)
      expect(replies.find(({ to }) => to === shownIn)?.text, what).toContain(value)
  })

  it('is not in any other reply', () => {
    for (const { what, value, shownIn } of planted)
      expect(
        replies.filter(({ to, text }) => to !== shownIn && text.includes(value)).map(({ to }) => to),
        what,
      ).toEqual([])
  })

  it('is not in any line of the log', () => {
    for (const { what, value } of planted)
      expect(
        server.logLines.filter((line) => line.includes(value)),
        what,
      ).toEqual([])
  })
})
