import type { Alarm } from '@winnow/contract'
import type { SeenFacts } from '@winnow/domain'
import { createSmtpSink, createWebhookSink, type SmtpSink, type WebhookSink } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { createRule } from '../../../test/rule-lab.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { createDispatcher } from './dispatcher.ts'

let now = new Date('2027-03-01T12:00:00Z')
/** A picture with a plate, that the filter alone would leave out. */
const facts: SeenFacts = {
  pictures: [{ offsetMs: 0, width: 640, height: 480, seen: true }],
  sightings: [],
  plates: {
    isComplete: true,
    plates: [{ text: 'ABO12', isSure: true, frame: 0, box: { x: 0.2, y: 0.5, width: 0.2, height: 0.1 } }],
  },
  zones: [],
  capabilities: [],
  isComplete: true,
}

let server: TestServer
let tenant: Tenant
let hooks: WebhookSink
let mails: SmtpSink
beforeAll(async () => {
  ;[hooks, mails] = await Promise.all([createWebhookSink(), createSmtpSink()])
  server = await startTestServer({
    clock: { now: () => now },
    pool: scriptedPool((job) => analysisOf('false', job, { rules: facts })),
    settings: {
      WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    },
  })
  tenant = await createTenant(server.database.runtime)
  await inSystem(server.database.runtime, (tx) =>
    sql`update view set merge_window_seconds = 0 where id = ${tenant.viewId}`.execute(tx),
  )
})
afterAll(async () => {
  await server.close()
  await Promise.all([hooks.close(), mails.close()])
})

const call = async <T>(method: 'GET' | 'POST', url: string, body?: object): Promise<T> => {
  const reply = await callApi(server, tenant.admin, method, url, body)
  expect([url, reply.status]).toEqual([url, 200])
  return reply.body as T
}

let sent = 0
/** Sends a picture and analyses it. */
async function send(): Promise<Alarm> {
  sent += 1
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(`delivered ${sent}`)]),
  })
  await analyseAll(server)
  return call('GET', `/alarm/${reply.json<{ alarmId: string }>().alarmId}`)
}

/** The text of a mail without the soft ends of its lines. */
const textOf = (raw: Buffer | undefined) => raw?.toString().replaceAll(/=\r?\n/g, '') ?? ''

it('a listed plate is sent with name and type of its rule by webhook and mail, and within the timeout it is kept and not sent · RULES-005', async () => {
  for (const receiver of [
    { kind: 'webhook', name: 'Hook', config: { url: `${hooks.url}/alarms` } },
    { kind: 'email', name: 'Room', config: { recipients: ['room@example.com'] } },
  ])
    await call('POST', `/v1/site/${tenant.siteId}/receivers`, receiver)
  const list = await call<{ id: string }>('POST', '/v1/watch-lists', { name: 'Banned vans' })
  await call('POST', `/v1/watch-lists/${list.id}/plates/import`, { plates: [{ plate: 'AB 012' }] })
  await createRule(server, tenant, {
    name: 'Vans at the gate',
    detectionType: 'watch_list',
    meta: { listId: list.id },
    detectionTimeout: 60,
    detectionTimeoutActive: true,
  })
  const dispatcher = createDispatcher(server.container.deps)
  try {
    const alarm = await send()
    expect(alarm).toMatchObject({
      verdict: 'true',
      rule: { name: 'Vans at the gate', type: 'watch_list', isHeld: false },
    })
    dispatcher.wake()
    const [request] = await hooks.received(1)
    expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
      data: {
        id: alarm.id,
        rules: [
          {
            name: 'Vans at the gate',
            type: 'watch_list',
            held: false,
            plate: { read: 'ABO12', listed: 'AB 012', list: 'Banned vans' },
          },
        ],
      },
    })
    const [mail] = await mails.received(1)
    expect(textOf(mail?.raw)).toContain('Vans at the gate')
    expect(textOf(mail?.raw)).toMatch(/Watch list/)
    expect(textOf(mail?.raw)).toContain('ABO12')

    now = new Date(now.getTime() + 600_000)
    const held = await send()
    expect(held).toMatchObject({
      verdict: 'false',
      rule: { name: 'Vans at the gate', isHeld: true },
      rules: [{ outcome: 'held', plate: { read: 'ABO12' } }],
    })
    now = new Date(now.getTime() + 3_600_000)
    const later = await send()
    dispatcher.wake()
    const requests = await hooks.received(2)
    await mails.received(2)
    expect(requests.map(({ body }) => JSON.parse(body.toString()).data.id)).toEqual([alarm.id, later.id])
  } finally {
    await dispatcher.stop()
  }
})
