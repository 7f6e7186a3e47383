import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createArrivals } from './arrivals.ts'

/** One received request. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  at: Date
}

/** The sink's response. `hang` never answers. */
export type SinkAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'reset'

/** A web server that stores its requests. */
export interface WebhookSink {
  url: string
  port: number
  requests: readonly ReceivedRequest[]
  /** Changes the response for later requests. A function gets each request and its number, from 0. */
  answer(with_: SinkAnswer | ((request: ReceivedRequest, index: number) => SinkAnswer)): void
  /** Resolves as soon as `count` requests in total have arrived. Rejects after `timeoutMs`. */
  received(count: number, timeoutMs?: number): Promise<readonly ReceivedRequest[]>
  close(): Promise<void>
}

const answerOk = (): SinkAnswer => ({ status: 200 })

/** Starts a {@link WebhookSink} on a free loopback port. By default it answers 200. */
export async function createWebhookSink(): Promise<WebhookSink> {
  const arrivals = createArrivals<ReceivedRequest>('webhook requests')
  let respond: (request: ReceivedRequest, index: number) => SinkAnswer = answerOk
  const receive = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, headers, body: await buffer(incoming), at: new Date() }
    const answer = respond(request, arrivals.items.length)
    arrivals.add(request)
    if (answer === 'reset') incoming.socket.destroy()
    else if (answer !== 'hang') outgoing.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  }
  const server = createServer((incoming, outgoing) => {
    // A request that breaks off is not stored.
    receive(incoming, outgoing).catch(() => incoming.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The webhook sink has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests: arrivals.items,
    answer(with_) {
      respond = typeof with_ === 'function' ? with_ : () => with_
    },
    received: (count, timeoutMs) => arrivals.reach(count, timeoutMs),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
