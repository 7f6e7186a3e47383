import { createSmtpSink, type SmtpSink } from '@winnow/testkit'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { findingsOf } from '../../../test/findings.ts'
import { scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm } from '../alarms/index.ts'
import { createDispatcher } from './dispatcher.ts'
import { planDeliveries } from './plan-deliveries.ts'

let server: TestServer
let tenant: Tenant
let mails: SmtpSink
const drawn: number[] = []

beforeAll(async () => {
  mails = await createSmtpSink()
  const pool = scriptedPool(() => {
    throw new Error('nothing is analysed here')
  })
  server = await startTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}` },
    pool: {
      ...pool,
      annotate: async ({ jpeg, detections }) => {
        drawn.push(detections.length)
        return Buffer.concat([jpeg, Buffer.from(' with boxes')])
      },
    },
  })
  tenant = await createTenant(server.database.runtime)
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

const call = (method: CallMethod, url: string, payload?: object) => callApi(server, tenant.admin, method, url, payload)
const create = (siteId: string, kind: string, config: object) =>
  call('POST', `/v1/site/${siteId}/receivers`, { kind, name: kind, config })

describe('the address of a webhook', () => {
  it.each([
    ['our own machine', 'http://127.0.0.1:8080/x'],
    ['our own machine by a short form', 'http://127.1/x'],
    ['our own machine by a number', 'http://2130706433/x'],
    ['our own machine in IPv6', 'http://[::1]/x'],
    ['our own machine mapped into IPv6', 'http://[::ffff:127.0.0.1]/x'],
    ['a private network', 'http://192.168.1.1/x'],
    ['the metadata of the cloud', 'http://169.254.169.254/latest/meta-data'],
    ['a port of other services', 'http://203.0.113.7:6379/x'],
  ])('may not point to %s', async (_what, url) => {
    const reply = await create(tenant.siteId, 'webhook', { url })
    expect(reply).toMatchObject({ status: 400, body: { code: 'ADDRESS_REFUSED', errors: [{ field: 'config.url' }] } })
  })

  it.each([
    ['a password', 'https://user:pass@hooks.example/x'],
    ['another scheme', 'ftp://hooks.example/x'],
    ['no scheme', 'hooks.example'],
  ])('may not contain %s', async (_what, url) => {
    const reply = await create(tenant.siteId, 'webhook', { url })
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors: [{ field: 'config.url' }] } })
  })

  it('is checked when it is changed, and again at every attempt', async () => {
    const { body } = await create(tenant.siteId, 'webhook', { url: 'https://hooks.example/x' })
    const { id } = body.receiver
    const changed = await call('PUT', `/v1/receiver/${id}`, { kind: 'webhook', config: { url: 'http://10.0.0.1/' } })
    expect(changed).toMatchObject({ status: 400, body: { code: 'ADDRESS_REFUSED' } })
    // Simulates a host name whose address changed after the check.
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('receiver')
        .set({ config: JSON.stringify({ url: 'http://127.0.0.1:9/' }) })
        .where('id', '=', id)
        .execute(),
    )
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({
      ok: false,
      status: null,
      code: 'blocked',
    })
  })
})

describe('the secrets of a webhook', () => {
  it('are shown once, kept when other fields change, and listed by name afterwards', async () => {
    const config = { url: 'https://hooks.example/x', headers: { authorization: 'Bearer planted' } }
    const { body: made } = await create(tenant.siteId, 'webhook', config)
    expect(made.secret).toMatch(/^whsec_/)
    expect(made.receiver).toMatchObject({
      config: { url: config.url },
      secretsSet: ['secrets', 'headers.authorization'],
    })
    const renamed = await call('PUT', `/v1/receiver/${made.receiver.id}`, {
      kind: 'webhook',
      name: 'Renamed',
      config: { url: 'https://hooks.example/y' },
    })
    expect(renamed.body).toMatchObject({ secret: null, receiver: { secretsSet: ['secrets', 'headers.authorization'] } })
    const rotated = await call('PUT', `/v1/receiver/${made.receiver.id}`, { kind: 'webhook', newSecret: true })
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(made.secret)
    const stored = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('receiver')
        .select(['config', 'secrets'])
        .where('id', '=', made.receiver.id)
        .executeTakeFirstOrThrow(),
    )
    expect(JSON.stringify(stored)).not.toMatch(/planted|whsec_/)
  })

  it.each([
    ['another host', 'https://elsewhere.example/x'],
    ['another port of the same host', 'https://hooks.example:8443/x'],
  ])('do not follow the address to %s, except the signing secret', async (_what, url) => {
    const headers = { authorization: 'Bearer planted' }
    const { body: made } = await create(tenant.siteId, 'webhook', { url: 'https://hooks.example/x', headers })
    const path = `/v1/receiver/${made.receiver.id}`
    const { body: moved } = await call('PUT', path, { kind: 'webhook', config: { url } })
    expect(moved.receiver).toMatchObject({ config: { url }, secretsSet: ['secrets'] })
    // The secrets do not come back when the address is changed back.
    const { body: back } = await call('PUT', path, { kind: 'webhook', config: { url: 'https://hooks.example/x' } })
    expect(back.receiver.secretsSet).toEqual(['secrets'])
    const { body: entered } = await call('PUT', path, { kind: 'webhook', config: { url, headers } })
    expect(entered.receiver.secretsSet).toEqual(['secrets', 'headers.authorization'])
  })
})

describe('a change of a receiver', () => {
  it('is validated by the schema of its kind, and cannot change the kind', async () => {
    const { body: made } = await create(tenant.siteId, 'email', { recipients: ['room@example.com'] })
    const path = `/v1/receiver/${made.receiver.id}`
    const config = { url: 'https://hooks.example/x' }
    expect((await call('PUT', path, { kind: 'email', config })).status).toBe(400)
    const { status, body } = await call('PUT', path, { kind: 'webhook', config })
    expect([status, body.errors]).toEqual([400, [{ field: 'kind', message: 'This receiver is of kind email' }]])
    expect((await call('PUT', path, { config: { recipients: ['desk@example.com'] } })).status).toBe(400)
    const { body: list } = await call('GET', `/v1/site/${tenant.siteId}/receivers`)
    expect(list.find(({ id }: { id: string }) => id === made.receiver.id).config).toEqual(made.receiver.config)
  })
})

describe('a receiver by e-mail', () => {
  it('gets the picture that shows best what was detected, with its boxes drawn', async () => {
    const db = server.database.runtime
    const camera = await createCamera(db, tenant.companyId, { name: 'Gate north' })
    const { body } = await create(camera.siteId, 'email', { recipients: ['room@example.com', 'guard@example.com'] })
    const alarmId = await createAlarm(db, { companyId: tenant.companyId, ...camera }, { verdict: null })
    const detection = {
      frame: 1,
      class: 'person',
      label: 'person',
      score: 0.9,
      box: { x: 0, y: 0, width: 0.5, height: 0.5 },
      moved: true,
      masked: false,
      static: false,
      counted: true,
      model: 'm',
    }
    await server.container.deps.media.put('media/2026-01-01/mail/1.jpg', Buffer.from('second picture'))
    await inSystem(db, async (tx) => {
      for (const position of [0, 1])
        await tx
          .insertInto('frame')
          .values({
            alarm_id: alarmId,
            position,
            company_id: tenant.companyId,
            signal_id: alarmId,
            media_id: `m:${position}`,
            kind: 'still',
            original_type: 'image/jpeg',
            original_bytes: 1,
            display_key: `media/2026-01-01/mail/${position}.jpg`,
            judged: true,
          })
          .execute()
      const findings = findingsOf('true', {
        classes: ['person'],
        reasons: [{ code: 'person-detected' }],
        detections: [{ ...detection, frame: 0, score: 0.4 }, detection, { ...detection, masked: true, counted: false }],
      })
      await decideAlarm(tx, alarmId, findings, planDeliveries, new Date())
    })
    const dispatcher = createDispatcher(server.container.deps)
    try {
      const received = await mails.received(2)
      expect(received.flatMap(({ to }) => to).toSorted()).toEqual(['guard@example.com', 'room@example.com'])
      const mail = await simpleParser(received[0]?.raw ?? '')
      expect(mail.subject).toContain('Gate north')
      expect(mail.text).toContain(`/cams/alarms/${alarmId}`)
      expect(mail.attachments.map(({ content }) => content.toString())).toEqual(['second picture with boxes'])
      // A masked area is not analysed, so it is not drawn.
      expect(drawn).toEqual([1])
      await until('the delivery', async () => {
        const { body: page } = await call('GET', `/v1/receiver/${body.receiver.id}/deliveries`)
        return page.rows[0]?.state === 'sent'
      })
    } finally {
      await dispatcher.stop()
    }
  })

  it('gets mails in its language, which stays until it is changed; the default is English', async () => {
    const recipients = ['wache@example.com']
    const { body } = await create(tenant.siteId, 'email', { recipients })
    expect(body.receiver.config).toEqual({ recipients })
    const path = `/v1/receiver/${body.receiver.id}`
    const subjects: unknown[] = []
    for (const language of [undefined, 'de', undefined, 'fr']) {
      // oxlint-disable no-await-in-loop -- one after the other: a change, then a test
      expect((await call('PUT', path, { kind: 'email', config: { recipients, language } })).status).toBe(200)
      expect((await call('POST', `${path}/test`)).body).toMatchObject({ ok: true })
      const last = mails.mails.findLast(({ to }) => to.includes('wache@example.com'))
      subjects.push((await simpleParser(last?.raw ?? '')).subject?.split(':')[0]?.trim())
    }
    expect(subjects).toEqual(['Test message', 'Testnachricht', 'Testnachricht', 'Message d’essai'])
  })

  it('refuses a language that the product does not offer', async () => {
    const config = { recipients: ['x@example.com'], language: 'xx' }
    expect((await create(tenant.siteId, 'email', config)).status).toBe(400)
  })

  it.each([[[]], [['not an address']], [['a@b.example\r\nBcc: c@d.example']]])('refuses %j', async (recipients) => {
    expect((await create(tenant.siteId, 'email', { recipients })).status).toBe(400)
  })
})

describe('the list of deliveries', () => {
  it('has pages of thirty, newest first, filtered by state · API-005', async () => {
    const { body } = await create(tenant.siteId, 'email', { recipients: ['x@example.com'] })
    const { id } = body.receiver
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('delivery')
        .values(
          Array.from({ length: 33 }, (_none, n) => ({
            id: `01900000-0000-7000-8000-0000000000${String(n + 10)}`,
            company_id: tenant.companyId,
            receiver_id: id,
            type: 'test',
            state: n < 3 ? 'dead' : 'delivered',
          })),
        )
        .execute(),
    )
    const page = async (query: string) => (await call('GET', `/v1/receiver/${id}/deliveries${query}`)).body
    const [first, second] = [await page(''), await page('?page=2')]
    expect(first).toMatchObject({ count: 33, page: 1, limit: 30 })
    expect(first.rows).toHaveLength(30)
    expect(second.rows).toHaveLength(3)
    const ids = [...first.rows, ...second.rows].map((row: { id: string }) => row.id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect((await page('?state=given-up')).count).toBe(3)
    expect((await call('GET', `/v1/receiver/${id}/deliveries?page=0`)).status).toBe(400)
  })
})
