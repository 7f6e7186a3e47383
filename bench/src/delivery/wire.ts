import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { decideAlarm } from '@winnow/server/src/modules/alarms/decide-alarm.ts'
import { planDeliveries } from '@winnow/server/src/modules/delivery/plan-deliveries.ts'
import { inSystem } from '@winnow/server/src/platform/db/transaction.ts'
import { createAlarm } from '@winnow/server/test/factories.ts'
import { findingsOf } from '@winnow/server/test/findings.ts'
import { sql } from 'kysely'
import type { Size } from '../bench.ts'
import { summarise, type Samples } from '../samples.ts'
import { printTable } from '../table.ts'
import type { DeliveryProduct, Place } from '../../../e2e/src/load/delivery-product.ts'
import { fillOutbox, measureOutbox } from './fill-outbox.ts'
import { MESSAGES } from './rates.ts'

const ALARMS: Record<Size, number> = { small: 60, full: 400 }
/** The longest pause before a verdict, so that it comes at any time between two looks of the dispatcher. */
const PAUSE_MS = 100
/** Messages that wait for each dead receiver. */
const BACKLOG: Record<Size, number> = { small: 50, full: 1_000 }
/** Most dead receivers refuse the connection; some take it and never answer. */
const DEAD = { refusing: 95, hanging: 5 }
const LONGEST_WAIT_MS = 600_000

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A receiver in this process: it knows when the message about an alarm arrives. */
async function startReceiver() {
  const waiting = new Map<string, (at: number) => void>()
  const take = async (request: IncomingMessage): Promise<void> => {
    const at = performance.now()
    const body: { data?: { id?: string } } = JSON.parse(await text(request))
    waiting.get(body.data?.id ?? '')?.(at)
  }
  const server = createHttpServer((request, response) => void take(request).then(() => response.end()))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivalOf: (alarmId: string) => new Promise<number>((resolve) => waiting.set(alarmId, resolve)),
    close: () => (server.closeAllConnections(), server.close()),
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Milliseconds from the commit of a verdict in this process until its message arrives. */
async function measureVerdicts(
  lab: DeliveryProduct,
  place: Place,
  receiver: Receiver,
  count: number,
): Promise<Samples> {
  const milliseconds: number[] = []
  for (let index = -5; index < count; index++) {
    const alarmId = await createAlarm(lab.db, place, { verdict: null })
    const arrival = receiver.arrivalOf(alarmId)
    await wait(Math.random() * PAUSE_MS)
    await inSystem(lab.db, (tx) => decideAlarm(tx, alarmId, findingsOf('true'), planDeliveries, new Date()))
    const committed = performance.now()
    lab.wakes.wake('delivery')
    const arrived = await arrival
    if (index >= 0) milliseconds.push(arrived - committed)
  }
  return summarise(milliseconds)
}

/** The baseline: a message that this process posts itself. */
async function measurePosts(receiver: Receiver, count: number): Promise<Samples> {
  const milliseconds: number[] = []
  for (let index = -5; index < count; index++) {
    const id = `bare-${index}`
    const arrival = receiver.arrivalOf(id)
    const began = performance.now()
    const posted = fetch(receiver.url, { method: 'POST', body: JSON.stringify({ data: { id } }) })
    const arrived = await arrival
    await (await posted).arrayBuffer()
    if (index >= 0) milliseconds.push(arrived - began)
  }
  return summarise(milliseconds)
}

/** Creates dead receivers at the same company, for which messages wait, and returns when each is left alone for a while after its failures. */
async function addDead(lab: DeliveryProduct, each: number): Promise<{ messages: number; close: () => void }> {
  const closed = createServer()
  const closedPort = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  const hanging = createServer((socket) => void socket.on('error', () => undefined).resume())
  const hangingPort = await listen(hanging)
  const place = await lab.createPlace('dead')
  const configs = [
    ...Array.from({ length: DEAD.refusing }, () => ({ url: `http://127.0.0.1:${closedPort}/` })),
    ...Array.from({ length: DEAD.hanging }, () => ({ url: `http://127.0.0.1:${hangingPort}/` })),
  ]
  const receivers = await lab.createReceivers(place, 'webhook', configs)
  await fillOutbox(lab.db, place, { receivers, alarms: each })
  lab.wakes.wake('delivery')
  const end = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const { rows } = await inSystem(lab.db, (tx) =>
      sql<{ n: number }>`select count(*)::int as n from receiver
        where id = any(${receivers}::uuid[]) and circuit_until is not null`.execute(tx),
    )
    if (rows[0]?.n === receivers.length) break
    if (performance.now() > end) throw new Error('the dead receivers were not given up in time')
    await wait(200)
  }
  return { messages: receivers.length * each, close: () => hanging.close() }
}

/** From the commit of a verdict to the first byte at the receiver, alone and with messages that wait for dead receivers of the same company. */
export async function printWire(lab: DeliveryProduct, size: Size): Promise<void> {
  const receiver = await startReceiver()
  const place = await lab.createPlace('quick')
  const receivers = await lab.createReceivers(place, 'webhook', [{ url: receiver.url }])
  const rows: (string | number)[][] = []
  const measure = async (name: string): Promise<number> => {
    const verdicts = await measureVerdicts(lab, place, receiver, ALARMS[size])
    const perSecond = await measureOutbox(lab, place, { receivers, alarms: MESSAGES[size] })
    rows.push([name, verdicts.p50, verdicts.p95, verdicts.max, perSecond])
    return perSecond
  }
  const bare = await measurePosts(receiver, ALARMS[size])
  rows.push(['a bare post (baseline)', bare.p50, bare.p95, bare.max, Number.NaN])
  await measure('warming up')
  rows.pop()
  const alone = await measure('alone')
  const dead = await addDead(lab, BACKLOG[size])
  const beside = await measure(
    `${dead.messages.toLocaleString('en')} messages wait for ${DEAD.refusing + DEAD.hanging} dead receivers`,
  )
  printTable(['verdict, until it arrives', 'p50 ms', 'p95 ms', 'worst ms', 'messages/s to one receiver'], rows)
  console.log(
    `Beside dead receivers the quick one lost ${((1 - beside / alone) * 100).toFixed(1)} % of its messages a second.`,
  )
  dead.close()
  receiver.close()
}
