import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { createXprotectApi, type XprotectCamera, type XprotectState } from './xprotect-api.ts'
import { createEventSessions, eventOf, type Happening } from './xprotect-events.ts'
import { startImageServer, type ImageServer } from './xprotect-image-server.ts'

interface XprotectOptions {
  /** PEM. Servers make their certificates themselves. */
  cert: string
  key: string
  cameras?: readonly XprotectCamera[]
  /** The frame of a camera that is nearest to a time; undefined if nothing was recorded. */
  picture?: (cameraId: string, timestampMs: number) => { at: number; jpeg: Buffer } | undefined
}

interface XprotectSystem extends XprotectState {
  port: number
  images: ImageServer
  /** How many clients are connected by WebSocket, and have subscribed. */
  clients(): number
  /** An event now, which is sent to all that have subscribed to it, and kept for sessions that are resumed. */
  happen(event: Happening): string
  /** An event of which no session knows. */
  logged(event: { camera: string; type: string; at: Date }): string
  /** Sends raw text to all that are connected. */
  say(message: string): void
  /** Ends all WebSocket connections. Sessions can be resumed. */
  drop(): void
  /** Forgets all sessions, as happens half a minute after a connection was lost. */
  forget(): void
  close(): Promise<void>
}

const portOf = (address: AddressInfo | string | null): number => {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on TCP')
  return address.port
}

/** Why an upgrade to a WebSocket is refused, as an answer; undefined if it is not. */
function refusalOf(system: XprotectState, url: string, authorization: string | undefined): string | undefined {
  if (system.redirect !== undefined) return `302 Found\r\nLocation: ${system.redirect}`
  if (system.broken !== undefined) return `${system.broken} No`
  if (!/^\/api\/ws\/events\/v1\/?$/i.test(url)) return '404 No'
  return system.tokens.has(authorization?.replace(/^bearer /i, '') ?? '') ? undefined : '401 No'
}

/**
 * A system of Milestone XProtect with its API gateway, identity provider and recording server, written from what the vendor publishes: the
 * MIP VMS API (identity provider, Config and Events REST APIs, Events and State WebSocket API) and the protocol samples of the MIP SDK.
 */
export async function startXprotect(options: XprotectOptions): Promise<XprotectSystem> {
  const { cameras = [] } = options
  const imageTokens = new Set<string>()
  const images = await startImageServer({
    isToken: (token) => imageTokens.has(token),
    cameras: cameras.map(({ id }) => id),
    ...(options.picture ? { picture: options.picture } : {}),
  })
  const state: XprotectState = {
    asked: [],
    log: [],
    broken: undefined,
    logStatus: undefined,
    tokens: new Set(),
    redirect: undefined,
  }
  const sessions = createEventSessions(state.asked)
  const { clients, say, drop, forget } = sessions
  const log = (event: Happening) => {
    const made = eventOf(event)
    system.log.push(made)
    return made
  }
  const system = Object.assign(state, {
    images,
    clients,
    say,
    drop,
    forget,
    happen(event: Happening): string {
      const made = log(event)
      sessions.send(made)
      return made.id
    },
    logged: (event: Happening): string => log(event).id,
  })
  const answer = createXprotectApi(system, { cameras, imagePort: images.port, imageTokens })
  const server = createServer({ cert: options.cert, key: options.key }, (request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end())
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket: Duplex, head) => {
    if (system.isMute) return
    const refusal = refusalOf(system, request.url ?? '', request.headers.authorization)
    if (refusal === undefined) sockets.handleUpgrade(request, socket, head, (client) => sessions.serve(client))
    else socket.end(`HTTP/1.1 ${refusal}\r\nContent-Length: 0\r\n\r\n`)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return Object.assign(system, {
    port: portOf(server.address()),
    async close() {
      drop()
      sockets.close()
      await images.close()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  })
}
