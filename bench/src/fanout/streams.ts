import { request, type ClientRequest } from 'node:http'
import { API_BASE, liveStream } from '@winnow/contract'
import { logIn } from '../../../e2e/src/harness/api-client.ts'
import type { RunningAlarms } from '../operator/with-alarms.ts'

/** The most streams that the product permits for a session. */
const PER_SESSION = 16
const CREATED = /"type":"alarm\.created","id":"([0-9a-f-]{36})"|"id":"([0-9a-f-]{36})"[^}]*"type":"alarm\.created"/g

/** Open live streams, which record how late they hear of new alarms. */
export interface Streams {
  /** Milliseconds from the beginning of storing an alarm to its event, of all streams since the last call. */
  take(): number[]
  /** Streams that have ended by themselves. */
  ended(): number
  close(): void
}

/** Opens live streams, by as many sessions as they need. */
export async function openStreams(
  { product, account }: RunningAlarms,
  count: number,
  sent: ReadonlyMap<string, number>,
): Promise<Streams> {
  let delays: number[] = []
  let ended = 0
  const open: ClientRequest[] = []
  let isClosed = false
  const hear = (text: string): void => {
    const now = Date.now()
    for (const [, id, sameId] of text.matchAll(CREATED)) {
      const at = sent.get(id ?? sameId ?? '')
      if (at !== undefined) delays.push(now - at)
    }
  }
  const close = (): void => {
    isClosed = true
    for (const each of open) each.destroy()
  }
  try {
    for (let opened = 0; opened < count; opened += PER_SESSION) {
      const { cookie } = await logIn(product.url, account)
      const ofSession = Array.from({ length: Math.min(PER_SESSION, count - opened) }, () =>
        openStream(product.url, cookie, { hear, onEnd: () => void (isClosed || ended++) }),
      )
      open.push(...(await Promise.all(ofSession)))
    }
  } catch (error) {
    close()
    throw error
  }
  return {
    take() {
      const taken = delays
      delays = []
      return taken
    },
    ended: () => ended,
    close,
  }
}

/** Opens one stream. Resolves when the server has answered. */
function openStream(
  url: string,
  cookie: string,
  { hear, onEnd }: { hear: (text: string) => void; onEnd: () => void },
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(`${url}${API_BASE}${liveStream.path}`, { headers: { cookie }, agent: false })
    stream.on('error', reject)
    stream.on('response', (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`the live stream answered ${reply.statusCode}`))
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => {
        text += piece
        const end = text.lastIndexOf('\n')
        if (end === -1) return
        hear(text.slice(0, end))
        text = text.slice(end + 1)
      })
      reply.on('error', onEnd)
      reply.on('end', onEnd)
      resolve(stream)
    })
    stream.end()
  })
}
