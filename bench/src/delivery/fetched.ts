import { once } from 'node:events'
import { createServer } from 'node:http'
import { createToken } from '@winnow/contract'
import type { DeliveryProduct } from '../../../e2e/src/load/delivery-product.ts'
import { pullingStation, type PullingStation } from '../../../e2e/src/load/pulling-station.ts'
import { fillOutbox } from './fill-outbox.ts'

/** Readers of many receivers at the same time. */
const READERS = 16

/** Fetches and acknowledges until nothing is left. @returns the number of messages */
async function fetchAll(station: PullingStation): Promise<number> {
  let count = 0
  for (;;) {
    const { messages, cursor, more } = await station.read()
    if (messages.length === 0) return count
    await station.acknowledge(cursor)
    count += messages.length
    if (!more) return count
  }
}

async function perSecond(stations: readonly PullingStation[]): Promise<number> {
  const began = performance.now()
  const left = [...stations]
  let count = 0
  const reader = async (): Promise<void> => {
    for (let station = left.pop(); station; station = left.pop()) {
      const fetched = await fetchAll(station)
      count += fetched
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return (count * 1000) / (performance.now() - began)
}

/** The same bytes from a server that does nothing else. */
async function startBare(body: string) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url, close: () => (server.closeAllConnections(), server.close()) }
}

/** Calls a bare server as often as the product was called for so many messages of each receiver. */
function bareStations(
  url: string,
  page: { messages: { id: string }[] },
  { receivers, each }: { receivers: number; each: number },
): PullingStation[] {
  return Array.from({ length: receivers }, () => {
    const station = pullingStation(() => url, 'none', '0')
    let left = each
    return {
      ...station,
      read: async () => {
        const reply = await station.read()
        const messages = page.messages.slice(0, left)
        left -= messages.length
        return { ...reply, messages, more: left > 0 }
      },
    }
  })
}

/** Messages that stations fetch and acknowledge by 100: of one receiver, and of many by 16 readers. The baseline is a bare HTTP server. */
export async function measureFetched(
  lab: DeliveryProduct,
  messages: number,
  many: number,
): Promise<(string | number)[]> {
  const { secret } = await lab.api.call(createToken, { body: { tokenType: 'api', name: 'Station' } })
  const figures: number[] = []
  for (const receivers of [1, many]) {
    const place = await lab.createPlace(`product-api ${receivers}`)
    const config = { heartbeatSeconds: 0 }
    const ids = await lab.createReceivers(
      place,
      'product-api',
      Array.from({ length: receivers }, () => config),
    )
    const each = Math.ceil(messages / receivers)
    await fillOutbox(lab.db, place, { receivers: ids, alarms: each })
    const stations = ids.map((id) => pullingStation(() => lab.url, secret, id))
    const page = await stations[0]?.read()
    if (!page) throw new Error('nothing waits')
    figures.push(await perSecond(stations))
    const bare = await startBare(JSON.stringify(page))
    figures.push(await perSecond(bareStations(bare.url, page, { receivers, each })))
    bare.close()
  }
  return ['product-api, fetched', ...figures]
}
