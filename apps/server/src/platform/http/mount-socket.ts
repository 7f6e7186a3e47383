import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import websocket from '@fastify/websocket'
import { SOCKET_LIMITS, type Operation, type QueryOf } from '@winnow/contract'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor } from './actor.ts'
import { AppError } from './app-error.ts'
import { handBack } from './hand-back.ts'

/** An open websocket and the caller who opened it. */
interface SocketContext<O extends Operation> {
  socket: WebSocket
  actor: Actor
  query: QueryOf<O>
  request: FastifyRequest
}

/** Called once for each websocket. It must add its listeners before it returns. */
export type SocketHandler<O extends Operation = Operation> = (context: SocketContext<O>) => void

const LIMITS = {
  maxPayload: SOCKET_LIMITS.maxBytes,
  /** The most fragments of a message. A message of the permitted size does not need more. */
  maxFragments: 16,
  /** The time in milliseconds after which a client is disconnected if it does not answer a close. */
  closeTimeout: 1_000,
  perMessageDeflate: false,
}

const pathOf = ({ url = '' }: IncomingMessage): string => (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '')

/**
 * Serves a websocket on the path of a route. The opening request passes all hooks of the route, like every other request. Node passes every
 * request with an Upgrade header to the upgrade listeners, and then no longer reads its body. Programs send such headers with ordinary
 * requests too: Java's client offers HTTP/2 with every request. Such requests are returned to the server.
 */
export function mountSocket(app: FastifyInstance, route: RouteOptions, handler: SocketHandler): void {
  const { server } = app
  const accepted = new EventEmitter()
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const isOurs = request.headers.upgrade?.toLowerCase() === 'websocket' && pathOf(request) === route.url
    if (isOurs && request.method === 'GET') accepted.emit('upgrade', request, socket, head)
    else handBack(server, request, { socket, head })
  }
  server.on('upgrade', onUpgrade)
  // Registered in an inner scope, so that the library wraps only this route.
  app.register(async (inner) => {
    await inner.register(websocket, {
      options: {
        server: accepted as Server,
        ...LIMITS,
      },
      // Broken frames and messages that are too large are the client's fault; the library has closed the connection.
      errorHandler(error, socket, request) {
        request.log.debug({ err: error }, 'a websocket was closed')
        socket.terminate()
      },
    })
    inner.addHook('preClose', async () => void server.off('upgrade', onUpgrade))
    inner.route({
      ...route,
      wsHandler(socket, request) {
        const { actor, query } = request
        if (!actor) throw new AppError('NOT_AUTHORISED', 'Not authorised')
        handler({ socket, actor, query, request })
      },
    })
  })
}
