import { createReceiver, createToken, listDeliveries, type Delivery } from '@winnow/contract'
import { createWebhookSink } from '@winnow/testkit'
import type { ApiClient } from '../harness/api-client.ts'
import { openDatabase } from '../harness/open-database.ts'
import { pullingStation } from '../load/pulling-station.ts'

/** What became of the messages to receivers. Each list names messages. */
export interface SentReport {
  /** Messages that were acknowledged, by a receiver's answer or by a station's request that was answered. */
  taken: number
  /** Messages that arrived more than once. */
  again: number
  /** Acknowledged messages that the product calls lost, or has forgotten, and in what way. */
  calledLost: string[]
  /** Messages that were not sent in the end, or are called sent and never arrived. */
  unsent: string[]
}

/** A webhook's receiver and a station that fetches, which go on while the product is killed. */
export interface CrashReceivers {
  /** Waits until all is sent, and compares what the receivers have with what the product says. */
  judge(api: ApiClient, dataDir: string): Promise<SentReport>
  close(): Promise<void>
}

const ASK_EVERY_MS = 100
const LONGEST_WAIT_MS = 90_000
const PAGE = 100

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A station that asks without pause. What it acknowledged successfully must not come again. */
function startStation(url: () => string, token: string, id: string) {
  const arrivals: string[] = []
  const acknowledged = new Set<string>()
  const forgotten = new Set<string>()
  const station = pullingStation(url, token, id)
  const stopping = new AbortController()
  const ask = async (): Promise<number> => {
    const { messages, cursor } = await station.read()
    const ids = messages.map((message) => message.id)
    arrivals.push(...ids)
    for (const each of ids) if (acknowledged.has(each)) forgotten.add(each)
    if (ids.length === 0) return 0
    await station.acknowledge(cursor)
    for (const each of ids) acknowledged.add(each)
    return ids.length
  }
  const asking = (async () => {
    // A product that was killed does not answer.
    while (!stopping.signal.aborted) {
      await ask().catch(() => undefined)
      await pause(ASK_EVERY_MS)
    }
  })()
  return {
    arrivals,
    acknowledged,
    forgotten,
    async stop() {
      stopping.abort()
      await asking
    },
  }
}

async function allDeliveries(api: ApiClient, id: string): Promise<Delivery[]> {
  const rows: Delivery[] = []
  for (let page = 1; ; page++) {
    const found = await api.call(listDeliveries, { params: { id }, query: { page, limit: PAGE } })
    rows.push(...found.rows)
    if (found.rows.length < PAGE) return rows
  }
}

/** A killed process has its messages for a minute. This lets the minute be over. */
async function endLeases(dataDir: string): Promise<void> {
  const database = await openDatabase(dataDir)
  try {
    await database.query(
      `update delivery set lease_until = now() - interval '1 s' where state = 'pending' and lease_until is not null`,
    )
  } finally {
    await database.end()
  }
}

/** The messages of a receiver when none waits any more, or the time is over. */
async function settled(api: ApiClient, id: string): Promise<Delivery[]> {
  const end = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const rows = await allDeliveries(api, id)
    if (rows.every(({ state }) => state === 'sent' || state === 'given-up') || Date.now() > end) return rows
    await pause(250)
  }
}

/** @param url the product's address, which may change at a restart */
export async function startCrashReceivers(api: ApiClient, siteId: string, url: () => string): Promise<CrashReceivers> {
  const sink = await createWebhookSink()
  const params = { id: siteId }
  const { receiver: hook } = await api.call(createReceiver, {
    params,
    body: { kind: 'webhook', name: 'Hook', config: { url: `${sink.url}/` } },
  })
  const { receiver: pulled } = await api.call(createReceiver, {
    params,
    body: { kind: 'product-api', name: 'Station', config: { heartbeatSeconds: 0 } },
  })
  const { secret } = await api.call(createToken, { body: { tokenType: 'api', name: 'Station' } })
  const station = startStation(url, secret, pulled.id)
  return {
    async judge(later, dataDir) {
      const postedIds = () => sink.requests.map(({ headers }) => String(headers['webhook-id']))
      // Alarms can still be decided now. So what was taken before the product is asked must be there, and what it calls sent after it.
      const before = new Set([...postedIds(), ...station.acknowledged])
      await endLeases(dataDir)
      const [hooks, fetched] = [await settled(later, hook.id), await settled(later, pulled.id)]
      await station.stop()
      // A request may have been cut off, but what is stored here was answered with 200.
      const posted = postedIds()
      const [taken, read] = [new Set(posted), new Set(station.arrivals)]
      const rows = [...hooks, ...fetched]
      return {
        taken: taken.size + station.acknowledged.size,
        again: posted.length - taken.size + station.arrivals.length - read.size,
        calledLost: [
          ...rows
            .filter(({ id, state }) => state === 'given-up' && (taken.has(id) || station.acknowledged.has(id)))
            .map(({ id }) => `${id} (given up)`),
          ...[...before].filter((id) => !rows.some((row) => row.id === id)).map((id) => `${id} (gone)`),
          ...[...station.forgotten].map((id) => `${id} (came again)`),
        ],
        unsent: rows
          .filter(({ id, state }) => state !== 'sent' || !(taken.has(id) || read.has(id)))
          .map(({ id }) => id),
      }
    },
    async close() {
      await station.stop()
      await sink.close()
    },
  }
}
