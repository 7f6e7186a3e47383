import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../../test/until.ts'
import { sql } from 'kysely'
import { inSystem } from '../../platform/db/transaction.ts'
import { createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import { superviseReceivers } from './supervise-receivers.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
let site: DeliverySite
let id: string
beforeEach(async () => {
  site = await createDeliverySite(world)
  id = await createReceiver({})
})
afterEach(() => site.close())
afterAll(() => server.close())

async function createReceiver(changes: object): Promise<string> {
  const config = { heartbeatSeconds: 60, ...changes }
  const body = { kind: 'product-api', name: 'Fetcher', config }
  const reply = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, body)
  expect(reply.status).toBe(200)
  return reply.body.receiver.id
}

interface Message {
  id: string
  type: string
  data: { id: string; verdict: string; previousVerdict: string | null }
}
interface Page {
  messages: Message[]
  cursor: string
  more: boolean
}
const read = async (query = ''): Promise<Page> => {
  const { status, body } = await call('GET', `/v1/receiver/${id}/messages${query}`)
  expect(status).toBe(200)
  return body
}
const acknowledge = (cursor: string) => call('POST', `/v1/receiver/${id}/messages/acknowledge`, { cursor })
const alarmsOf = ({ messages }: Page) => messages.map(({ data }) => data.id)

describe('messages that a station fetches', () => {
  it('stay until they are acknowledged, in pages, with a cursor and one id', async () => {
    const alarms = [await site.decided('true'), await site.decided('deadline'), await site.decided('true')]
    await site.decided('false')
    const first = await read('?limit=2')
    expect(first).toMatchObject({ more: true, messages: [{ type: 'alarm.created', data: { verdict: 'true' } }, {}] })
    expect(await read('?limit=2')).toEqual(first)
    const second = await read(`?limit=2&after=${first.cursor}`)
    expect(second.more).toBe(false)
    expect([...alarmsOf(first), ...alarmsOf(second)]).toEqual(alarms)
    expect((await acknowledge(first.cursor)).body).toEqual({ acknowledged: 2 })
    expect((await acknowledge(first.cursor)).body).toEqual({ acknowledged: 0 })
    expect(alarmsOf(await read())).toEqual(alarms.slice(2))
    expect(await site.receiver(id)).toMatchObject({ waiting: 1, lastSuccessAt: clock.now().toISOString() })
    // The dispatcher leaves them alone.
    const dispatcher = site.runDispatcher()
    dispatcher.wake()
    await dispatcher.stop()
    expect(await site.deliveries(id)).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'sent' },
      { state: 'sent' },
    ])
  })

  it('come to each of two readers, who keep their own cursors', async () => {
    const one = await site.decided('true')
    const [a, b] = [await read(), await read()]
    await acknowledge(a.cursor)
    const two = await site.decided('true')
    expect(alarmsOf(await read(`?after=${b.cursor}`))).toEqual([two])
    expect(alarmsOf(await read('?after=0'))).toEqual([one, two])
  })

  it('have a correction after what it corrects, also where both waited', async () => {
    const alarm = await site.decided('deadline')
    await site.decided('true')
    await site.decide(alarm, 'false')
    const { messages } = await read()
    const about = messages.filter(({ data }) => data.id === alarm)
    expect(about).toMatchObject([
      { type: 'alarm.created', data: { previousVerdict: null } },
      { type: 'alarm.corrected', data: { verdict: 'false', previousVerdict: 'unverified' } },
    ])
  })

  it('are never skipped by a cursor, although one with a smaller id is committed later', async () => {
    await site.decided('true')
    const { cursor } = await read()
    const [late] = await inSystem(server.database.runtime, async (tx) => {
      const known = await tx.selectFrom('delivery').selectAll().where('receiver_id', '=', id).executeTakeFirstOrThrow()
      const earlier = {
        ...known,
        id: `00000000-0000-7000-8000-${randomUUID().slice(-12)}`,
        sequence: null,
        alarm_version: 9,
      }
      return tx.insertInto('delivery').values(earlier).returning('id').execute()
    })
    expect((await read(`?after=${cursor}`)).messages.map((message) => message.id)).toEqual([late?.id])
  })

  it('get different numbers where two readers ask at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => site.decided('true')))
    const pages = await Promise.all(Array.from({ length: 4 }, () => read()))
    for (const page of pages) expect(page).toEqual(pages[0])
    expect(new Set(pages[0]?.messages.map((message) => message.id)).size).toBe(6)
  })

  it('are made without holding up the receiver, and a page that takes long ends early', async () => {
    const alarms = [await site.decided('true'), await site.decided('true'), await site.decided('true')]
    const { cursor } = await read('?limit=1')
    const { owner } = server.database
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holding = inSystem(owner, async (tx) => {
      await sql`lock table frame in access exclusive mode`.execute(tx)
      lock()
      await released
    })
    await locked
    const slow = read()
    const clocks = vi.spyOn(performance, 'now')
    try {
      await until('the page to wait for the pictures', async () => {
        const { rows } = await inSystem(owner, (tx) =>
          sql`select from pg_locks where relation = 'frame'::regclass and not granted`.execute(tx),
        )
        return rows.length > 0
      })
      expect((await acknowledge(cursor)).body).toEqual({ acknowledged: 1 })
      const late = performance.now() + 60_000
      clocks.mockReturnValue(late)
      release()
      const page = await slow
      expect([alarmsOf(page), page.more]).toEqual([alarms.slice(0, 1), true])
      clocks.mockRestore()
      expect(alarmsOf(await read(`?after=${page.cursor}`))).toEqual(alarms.slice(1))
    } finally {
      clocks.mockRestore()
      release()
      await holding
    }
  })

  it('that were acknowledged come again behind the others where somebody sends them again', async () => {
    await site.decided('true')
    const { cursor, messages } = await read()
    await acknowledge(cursor)
    expect((await read(`?after=${cursor}`)).messages).toEqual([])
    expect((await call('POST', `/v1/delivery/${messages[0]?.id}/resend`)).status).toBe(200)
    expect((await read(`?after=${cursor}`)).messages).toEqual(messages)
  })

  it('are waited for: the reply comes with the message, and empty after the time', async () => {
    const { cursor } = await read()
    const waiting = read(`?after=${cursor}&wait=20`)
    const alarm = await site.decided('true')
    server.container.deps.onDelivery()
    expect(alarmsOf(await waiting)).toEqual([alarm])
    expect(await read(`?after=${Number(cursor) + 1}&wait=1`)).toMatchObject({ messages: [], more: false })
  })

  it('carry filtered alarms by choice', async () => {
    id = await createReceiver({ filtered: true })
    const alarm = await site.decided('false')
    expect(await read()).toMatchObject({ messages: [{ data: { id: alarm, verdict: 'false' } }] })
  })

  it('are given up with their receiver', async () => {
    await site.decided('true')
    expect((await call('DELETE', `/v1/receiver/${id}`)).status).toBe(200)
    expect((await call('GET', `/v1/receiver/${id}/messages`)).status).toBe(404)
    const states = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('delivery').select(['state', 'last_error']).where('receiver_id', '=', id).execute(),
    )
    expect(states).toEqual([{ state: 'dead', last_error: 'receiver-off' }])
  })
})

describe('a request', () => {
  it('of an API token reads and acknowledges; one that is limited to another site does not find the receiver', async () => {
    const alarm = await site.decided('true')
    const other = await createDeliverySite(world)
    await other.close()
    const tokenFor = async (siteId: string): Promise<string> => {
      const body = { tokenType: 'api', name: 'Station', siteIds: [siteId] }
      return (await call('POST', '/v1/token', body)).body.secret
    }
    const ask = (secret: string, method: 'GET' | 'POST', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/api/v1/receiver/${id}/messages${path}`,
        headers: { authorization: `Bearer ${secret}` },
        ...(payload ? { payload } : {}),
      })
    const secret = await tokenFor(site.camera.siteId)
    const page = (await ask(secret, 'GET', '')).json<Page>()
    expect(alarmsOf(page)).toEqual([alarm])
    expect((await ask(secret, 'POST', '/acknowledge', { cursor: page.cursor })).json()).toEqual({ acknowledged: 1 })
    const foreign = await tokenFor(other.camera.siteId)
    expect((await ask(foreign, 'GET', '')).statusCode).toBe(404)
    expect((await ask(foreign, 'POST', '/acknowledge', { cursor: '0' })).statusCode).toBe(404)
  })

  it('with a cursor that was never given is refused, and acknowledges nothing', async () => {
    await site.decided('true')
    const { cursor } = await read()
    expect((await acknowledge(String(Number(cursor) + 1))).status).toBe(400)
    expect((await acknowledge('x')).status).toBe(400)
    const ahead = await call('GET', `/v1/receiver/${id}/messages?after=${Number(cursor) + 1}`)
    expect(ahead).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect((await read()).messages).toHaveLength(1)
  })

  it('for a receiver that is called says so', async () => {
    const hook = await site.createWebhook()
    const reply = await call('GET', `/v1/receiver/${hook.id}/messages`)
    expect(reply).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })
})

it('the test button waits until the station has fetched and acknowledged its message', async () => {
  const pressed = call('POST', `/v1/receiver/${id}/test`)
  const page = await until('the test', async () => {
    const found = await read()
    return found.messages.length > 0 && found
  })
  expect(page).toMatchObject({ messages: [{ type: 'test', data: { previousVerdict: null } }] })
  await acknowledge(page.cursor)
  expect((await pressed).body).toMatchObject({ ok: true, code: null })
})

it('a station that does not ask any more stands on Home until it asks', async () => {
  const onHome = async () =>
    (await call('GET', '/v1/home')).body.attention.receivers.find((each: { id: string }) => each.id === id)
  await read()
  clock.advance(61_000)
  const supervision = superviseReceivers(server.container.deps)
  try {
    expect(await until('the receiver on Home', onHome)).toMatchObject({ lastError: 'timeout' })
    await read()
    clock.advance(50_000)
    await read()
    clock.advance(11_000)
    await until('the sign of life', async () => (await onHome()) === undefined)
  } finally {
    await supervision.stop()
  }
})
