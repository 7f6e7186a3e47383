import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, type Running } from '../../roles.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
const clock = createFakeClock(new Date('2027-02-01T18:00:00Z'))
let server: TestServer
let smtp: Running
let tenant: Tenant
let addresses: { arm: string; disarm: string }

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_MAIL_DOMAIN: 'alarms.example' } })
  smtp = await startSmtp(server.container)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})
beforeEach(async () => {
  clock.advance(3_600_000)
  tenant = await createTenant(server.database.runtime)
  await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 2 })
  const contacts = [
    { type: 3, name: 'Ada', email: 'ada@keys.example' },
    { type: 3, name: 'Bob', phone: '+44 20 7946 0000' },
  ]
  await call('PUT', `/site/${tenant.siteId}`, { contacts })
  addresses = (await call('POST', path('/mail'))).body.addresses
})

const call = (method: CallMethod, url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const path = (rest = '') => `/v1/site/${tenant.siteId}/arming${rest}`
const port = () => server.container.ports.smtp
const history = async () => (await call('GET', path('/history'))).body.rows
const status = async () => (await call('GET', path())).body.status
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)
const cameraAddress = () => `${tenant.addressToken}@alarms.example`

/** Sends a mail as an alarm panel does. */
async function panel(
  to: string,
  mail: { date?: Date; messageId?: string; login?: { user: string; pass: string } } = {},
) {
  const { date = clock.now(), login: auth, ...rest } = mail
  const client = createTransport({ host: '127.0.0.1', port: port(), ignoreTLS: true, ...(auth ? { auth } : {}) })
  try {
    const { response } = await client.sendMail({ from: 'Panel <panel@site.example>', to, text: 'x', date, ...rest })
    return response
  } finally {
    client.close()
  }
}
/** A mail of a panel that writes no headers but these. */
const bare = (...head: string[]) => [...head, 'Subject: state', '', 'text', ''].join('\n')

interface MailJob {
  to: string
  what: { is: string; refusal?: string; by?: string }
}
/** The mails to contacts of the site that wait to be sent. */
async function jobs(): Promise<MailJob[]> {
  const { rows } = await sql<{ payload: MailJob }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'schedules.mail-contact' and j.payload ->> 'siteId' = ${tenant.siteId} order by j.id`.execute(
    server.database.owner,
  )
  return rows.map(({ payload }) => payload)
}
const rowsOf = (table: 'signal' | 'alarm') =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom(table).select('id').where('site_id', '=', tenant.siteId).execute(),
  )
const events = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('live_event')
      .select('payload')
      .where('company_id', '=', tenant.companyId)
      .where('type', '=', 'arming.noticed')
      .execute(),
  )

describe('a mail to an address of the site', () => {
  it('disarms and arms it by the time of its reply, and alarms follow · VIEWS-003', async () => {
    const signals = (await rowsOf('signal')).length
    expect(await panel(addresses.disarm)).toMatch(/^250/)
    expect(await call('GET', path())).toMatchObject({
      body: { status: 'disarmed', changedBy: 'Panel <panel@site.example>', changedWay: 'mail' },
    })
    const sendAlarm = async (count: number) => {
      expect(await sendBySmtp(port(), { to: cameraAddress(), message: cameraMail({ picture: JPEG }) })).toContain(250)
      return until(`${count} alarms`, async () => {
        const rows = await inSystem(server.database.runtime, (tx) =>
          tx
            .selectFrom('alarm')
            .select(['outside'])
            .where('view_id', '=', tenant.viewId)
            .where('received_at', '>=', ago(5))
            .orderBy('id')
            .execute(),
        )
        return rows.length === count && rows
      })
    }
    expect(await sendAlarm(1)).toEqual([{ outside: 'disarmed' }])
    clock.advance(1_000)
    expect(await panel(addresses.arm)).toMatch(/^250/)
    clock.advance(1_000)
    expect(await sendAlarm(2)).toEqual([{ outside: 'disarmed' }, { outside: null }])
    // The mails of the panel became neither alarms nor messages that belong to no camera.
    expect(await rowsOf('signal')).toHaveLength(signals + 2)
    expect((await call('GET', `/v1/site/${tenant.siteId}/unmatched-signals`)).body).toEqual([])
    expect(await history()).toMatchObject([
      { state: 'armed', way: 'mail', refusal: null, address: '127.0.0.1' },
      { state: 'disarmed', way: 'mail', refusal: null, sentAt: expect.any(String) },
    ])
    expect(await jobs()).toEqual([])
  })

  it('and to a camera does both', async () => {
    const message = cameraMail({ picture: JPEG })
    expect(await sendBySmtp(port(), { to: [cameraAddress(), addresses.disarm], message })).toEqual([
      250, 250, 250, 354, 250,
    ])
    expect(await status()).toBe('disarmed')
    await until('a signal', async () => (await call('GET', `/v1/view/${tenant.viewId}/signals`)).body.length > 0)
  })

  it.each([
    ['with a date', () => [`Date: ${new Date(clock.now().getTime() - 2_000).toUTCString()}`]],
    ['without a date', () => []],
  ])('to both addresses ends armed, %s', async (_what, head) => {
    await panel(addresses.disarm)
    clock.advance(5_000)
    const message = bare('Message-ID: <both@panel>', ...head())
    expect(await sendBySmtp(port(), { to: [addresses.arm, addresses.disarm], message })).toContain(354)
    expect(await status()).toBe('armed')
    expect(await history()).toMatchObject([{ state: 'armed', refusal: null }, { state: 'disarmed' }])
  })

  it('that cannot be committed is answered 451, and nothing is changed', async () => {
    const { owner } = server.database
    await sql`create or replace function app.fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      owner,
    )
    await sql`create constraint trigger failing after insert on arming_event deferrable initially deferred
      for each row execute function app.fail()`.execute(owner)
    try {
      expect(await sendBySmtp(port(), { to: addresses.disarm, message: bare() })).toEqual([250, 250, 354, 451])
    } finally {
      await sql`drop trigger failing on arming_event`.execute(owner)
    }
    expect([await status(), await history()]).toEqual(['armed', []])
  })
})

describe('a mail that is not applied is recorded, and told', () => {
  it('if it is more than ten minutes old by its date', async () => {
    expect(await panel(addresses.disarm, { date: ago(11) })).toMatch(/^250/)
    expect(await status()).toBe('armed')
    expect(await history()).toMatchObject([{ state: 'disarmed', refusal: 'too-old', sentAt: ago(11).toISOString() }])
    expect(await jobs()).toMatchObject([
      { to: 'ada@keys.example', what: { is: 'refused', refusal: 'too-old', by: 'Panel <panel@site.example>' } },
    ])
    expect(await events()).toMatchObject([{ payload: { what: 'refused', siteId: tenant.siteId } }])
    const audit = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'user_name'])
        .where('object_id', '=', tenant.siteId)
        .orderBy('id')
        .execute(),
    )
    expect(audit.at(-1)).toEqual({ action: 'site.arming-refused', user_name: 'Panel <panel@site.example>' })
  })

  it('if it is older than the state', async () => {
    await panel(addresses.arm)
    clock.advance(60_000)
    await panel(addresses.disarm, { date: ago(3) })
    expect(await history()).toMatchObject([{ refusal: 'overtaken' }, { refusal: null }])
    expect(await status()).toBe('armed')
  })

  it('if it came before: a resend is answered, and a replay is told', async () => {
    const messageId = '<4711@panel>'
    await panel(addresses.disarm, { messageId })
    clock.advance(5_000)
    // Its sender missed the reply.
    expect(await panel(addresses.disarm, { messageId })).toMatch(/^250/)
    expect([await status(), await jobs()]).toEqual(['disarmed', []])
    await panel(addresses.arm)
    clock.advance(5_000)
    expect(await panel(addresses.disarm, { messageId })).toMatch(/^250/)
    expect(await status()).toBe('armed')
    expect(await history()).toMatchObject([{ refusal: 'repeated' }, { state: 'armed' }, { refusal: 'repeated' }, {}])
    expect(await jobs()).toMatchObject([{ what: { is: 'refused', refusal: 'repeated' } }])
  })

  it('if it came before without an id, by its bytes and date', async () => {
    const message = bare(`Date: ${clock.now().toUTCString().replace('GMT', '+0000')}`)
    const send = (text: string) => sendBySmtp(port(), { to: addresses.disarm, message: text })
    await send(message)
    await send(message)
    // Mails without id and date say the same each day, and count each time.
    await send(bare())
    await send(bare())
    expect(await history()).toMatchObject([
      { refusal: null },
      { refusal: null },
      { refusal: 'repeated' },
      { refusal: null },
    ])
  })

  it('if it would arm a site that stays disarmed, as that of a panel whose clock is slow', async () => {
    await panel(addresses.arm, { date: ago(11) })
    expect([await history(), await jobs()]).toMatchObject([[{ refusal: 'too-old' }], []])
    await panel(addresses.disarm)
    clock.advance(60_000)
    expect(await panel(addresses.arm, { date: ago(11) })).toMatch(/^250/)
    expect(await status()).toBe('disarmed')
    expect(await jobs()).toMatchObject([{ to: 'ada@keys.example', what: { is: 'unarmed', refusal: 'too-old' } }])
    expect((await events()).map(({ payload }) => payload)).toMatchObject([{ what: 'unarmed' }])
  })

  it('once within ten minutes by mail, and each time on screen', async () => {
    for (let n = 0; n < 3; n += 1) await panel(addresses.disarm, { date: ago(11) })
    expect([await jobs(), await events()].map(({ length }) => length)).toEqual([1, 3])
    clock.advance(11 * 60_000)
    await panel(addresses.disarm, { date: ago(11) })
    expect(await jobs()).toHaveLength(2)
  })

  it('if mails may only arm', async () => {
    await call('PUT', path('/mail'), { authRequired: false, onlyArms: true })
    await panel(addresses.disarm)
    expect(await history()).toMatchObject([{ refusal: 'only-arms' }])
    expect(await panel(addresses.arm)).toMatch(/^250/)
    expect(await history()).toMatchObject([{ refusal: null, state: 'armed' }, { refusal: 'only-arms' }])
    expect(await jobs()).toHaveLength(1)
  })

  it('if its sender had to log in and did not; with the login of the site it is applied', async () => {
    const login = (await call('PUT', `/v1/site/${tenant.siteId}/smtp`, { required: false, newPassword: true })).body
    await call('PUT', path('/mail'), { authRequired: true, onlyArms: false })
    await expect(panel(addresses.disarm)).rejects.toMatchObject({ responseCode: 530 })
    await expect(panel(addresses.disarm)).rejects.toMatchObject({ responseCode: 530 })
    // Attempts within a minute are one entry.
    expect(await history()).toMatchObject([{ refusal: 'no-login', by: '127.0.0.1' }])
    expect(await jobs()).toMatchObject([{ what: { refusal: 'no-login' } }])
    expect(await panel(addresses.disarm, { login: { user: login.user, pass: login.password } })).toMatch(/^250/)
    expect(await status()).toBe('disarmed')
    const other = await createTenant(server.database.runtime)
    const others = (
      await callApi(server, other.admin, 'PUT', `/v1/site/${other.siteId}/smtp`, { required: true, newPassword: true })
    ).body
    await expect(panel(addresses.arm, { login: { user: others.user, pass: others.password } })).rejects.toMatchObject({
      responseCode: 530,
    })
  })
})

describe('a mail that cannot be kept', () => {
  it('is answered 451 while the disk is full, also to who disarms, and changes nothing', async () => {
    const full = await startTestServer({
      clock,
      settings: { WINNOW_MAIL_DOMAIN: 'alarms.example', WINNOW_MIN_FREE_DISK_MB: '999999999' },
    })
    const listener = await startSmtp(full.container)
    try {
      const own = await createTenant(full.database.runtime)
      const at = (rest: string) => `/v1/site/${own.siteId}/arming${rest}`
      await callApi(full, own.admin, 'PUT', `/site/${own.siteId}/schedule`, { deviceType: 2 })
      const made = (await callApi(full, own.admin, 'POST', at('/mail'))).body.addresses
      const sent = await sendBySmtp(full.container.ports.smtp, { to: made.disarm, message: bare() })
      expect([sent.at(-1), sent.includes(250)]).toEqual([451, sent.length > 1])
      expect((await callApi(full, own.admin, 'GET', at(''))).body.status).toBe('armed')
      expect((await callApi(full, own.admin, 'GET', at('/history'))).body.rows).toEqual([])
    } finally {
      await listener.stop()
      await full.close()
    }
  })

  it('is answered 451 if its change cannot be committed, and is applied when it is sent again', async () => {
    const message = bare('Message-ID: <full@panel>')
    const send = () => sendBySmtp(port(), { to: addresses.disarm, message })
    await sql`create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception using errcode = 'disk_full', message = 'No space left on device'; end $$`.execute(
      server.database.owner,
    )
    await sql`create trigger disk_full before insert on arming_event execute function disk_full()`.execute(
      server.database.owner,
    )
    try {
      expect((await send()).at(-1)).toBe(451)
    } finally {
      await sql`drop trigger disk_full on arming_event`.execute(server.database.owner)
      await sql`drop function disk_full()`.execute(server.database.owner)
    }
    expect([await status(), await history()]).toEqual(['armed', []])
    expect((await send()).at(-1)).toBe(250)
    expect([await status(), await history()]).toMatchObject(['disarmed', [{ refusal: null }]])
  })
})

describe('the addresses of a site', () => {
  it('differ, are renewed together and removed, and old ones are unknown, also to who logged in', async () => {
    expect(addresses.arm).toMatch(/^arm-[a-z2-9]{20}@alarms\.example$/)
    expect(addresses.disarm).toMatch(/^disarm-[a-z2-9]{20}@alarms\.example$/)
    expect(addresses.arm.slice(4)).not.toBe(addresses.disarm.slice(7))
    const { user, password } = (
      await call('PUT', `/v1/site/${tenant.siteId}/smtp`, { required: false, newPassword: true })
    ).body
    const renewed = (await call('POST', path('/mail'))).body
    expect(renewed).toMatchObject({ madeBy: 'ADMIN_USER', authRequired: false, onlyArms: false, user })
    const attempt = { login: { user, password }, message: bare() }
    expect(await sendBySmtp(port(), { ...attempt, to: addresses.disarm })).toEqual([235, 250, 550])
    expect(await sendBySmtp(port(), { ...attempt, to: renewed.addresses.disarm })).toContain(354)
    // The token of one address does not open the other.
    const crossed = renewed.addresses.arm.replace('arm-', 'disarm-')
    expect(await sendBySmtp(port(), { ...attempt, to: crossed })).toEqual([235, 250, 550])
    expect((await call('DELETE', path('/mail'))).body).toMatchObject({ addresses: null })
    expect(await sendBySmtp(port(), { ...attempt, to: renewed.addresses.arm })).toEqual([235, 250, 550])
    const audit = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'site.arming-mail-changed')
        .where('company_id', '=', tenant.companyId)
        .execute(),
    )
    expect(audit).toHaveLength(3)
    expect(JSON.stringify(audit)).not.toMatch(/arm-[a-z2-9]{20}/)
  })

  it('are refused what cannot be, naming the field', async () => {
    const set = (body: object) => call('PUT', path('/mail'), body)
    expect(await set({ authRequired: true, onlyArms: false })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'authRequired' }] },
    })
    expect((await set({ authRequired: 'yes' })).status).toBe(400)
    await call('DELETE', path('/mail'))
    expect((await set({ authRequired: false, onlyArms: true })).status).toBe(400)
    const stranger = await createTenant(server.database.runtime)
    expect((await callApi(server, stranger.admin, 'GET', path('/mail'))).status).toBe(404)
  })

  it('are shown to nobody who may only read, since who knows them can disarm', async () => {
    const reader = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    expect((await callApi(server, reader, 'GET', path('/mail'))).status).toBe(403)
    expect((await callApi(server, reader, 'GET', path('/history'))).status).toBe(200)
  })

  it('of a deleted site are unknown', async () => {
    await call('DELETE', `/site/${tenant.siteId}`)
    expect(await sendBySmtp(port(), { to: addresses.disarm, message: bare() })).toEqual([250, 550])
  })
})
