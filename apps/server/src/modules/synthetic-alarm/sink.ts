import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { alarmMessage } from '@winnow/contract'
import { createGuard, type Guard } from '@winnow/delivery'
import { isSinkUrl } from './sink-address.ts'

/** A message of a synthetic alarm that has arrived. */
export interface Arrival {
  token: string
  verdict: string
  receivedAt: Date
}

/** The receiver of synthetic alarms: a server of this process that only this process calls. */
export interface Sink {
  /** The guard of a dispatcher: it lets the receiver's address lead here, and passes on all others. */
  through(guard: Guard): Guard
  /** @param isOwn whether the receiver of the installation has this token: anybody can save a receiver with another one */
  open(onArrival: (arrival: Arrival) => Promise<void>, isOwn: (token: string) => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

async function readArrival(request: IncomingMessage): Promise<Arrival | undefined> {
  const body: unknown = JSON.parse(await text(request))
  const parsed = alarmMessage.safeParse(body)
  if (!parsed.success) return undefined
  const { verdict, receivedAt } = parsed.data.data
  return { token: request.url?.slice(1) ?? '', verdict: verdict ?? '', receivedAt: new Date(receivedAt) }
}

export function createSink(): Sink {
  let server: Server | undefined
  let own: Guard | undefined
  let knows: (token: string) => Promise<boolean> = async () => false
  const port = (): number | undefined => {
    const address = server?.address()
    return typeof address === 'object' && address ? address.port : undefined
  }
  return {
    through: (guard) => ({
      ...guard,
      async fetch(url, request) {
        const at = port()
        if (!isSinkUrl(url) || at === undefined || !own) return guard.fetch(url, request)
        const { pathname } = new URL(url)
        if (!(await knows(pathname.slice(1)))) return guard.fetch(url, request)
        return own.fetch(`http://127.0.0.1:${at}${pathname}`, request)
      },
    }),
    async open(onArrival, isOwn) {
      knows = isOwn
      server = createServer((request, reply) => {
        readArrival(request)
          .then(async (arrival) => arrival && onArrival(arrival))
          .then(
            () => reply.writeHead(204).end(),
            () => reply.writeHead(500).end(),
          )
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      own = createGuard({
        allowedNetworks: ['127.0.0.1/32'],
        ownAddresses: [],
        allowedPorts: 'any',
      })
    },
    async close() {
      await own?.close()
      server?.closeAllConnections()
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
      server = undefined
    },
  }
}
