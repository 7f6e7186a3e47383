import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A camera of the system. The API returns more fields than these; readers must not need them. */
interface NxDevice {
  id: string
  name: string
  deviceType?: 'Camera' | 'IOModule' | 'NVR' | 'Encoder' | 'HornSpeaker' | 'MultisensorCamera'
  group?: { id: string; name: string }
}

/** An entry of the event log. */
interface NxLogEntry {
  timestampMs: number
  eventData: Record<string, unknown>
  actionData: Record<string, unknown>
  ruleId: string
  flags: string
}

interface NxSystemOptions {
  /** PEM. Servers make their certificates themselves. */
  cert: string
  key: string
  devices?: readonly NxDevice[]
  /** The picture of a device at a time. Without one, the answer is 404. */
  picture?: (deviceId: string, timestampMs: number) => Buffer | undefined
}

/** The system, its only server, and its only user. */
export const NX_SYSTEM = {
  systemId: '11111111-2222-3333-4444-555555555555',
  systemName: 'Harbour',
  serverId: '5e1e5a4f-33f3-4b1c-9d3c-0a8d0f1d9a11',
  serverName: 'Server 1',
  user: 'winnow',
  password: 's3cret',
} as const

export interface NxSystemServer {
  port: number
  /** Paths that were asked for, with their method. Tokens are left out. */
  asked: string[]
  /** The sessions that are open. */
  sessions: Set<string>
  /** The log, which a test may add to. */
  log: NxLogEntry[]
  /** Entries that are answered with whatever time was asked for. */
  lies: NxLogEntry[]
  /** If set, all requests are answered with this status. */
  broken: number | undefined
  close(): Promise<void>
}

const portOf = (address: AddressInfo | string | null): number => {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on TCP')
  return address.port
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const unauthorized = (response: ServerResponse): void =>
  send(response, 401, { error: 'unauthorized', errorId: 'unauthorized', errorString: 'Wrong username or password.' })

const only = (row: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> => {
  const fields = query.get('_with')?.split(',')
  return fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row
}

/**
 * A server of Nx Witness or DW Spectrum, written from the vendor's published REST API (version 4) and its samples: sessions of local users
 * with bearer tokens, the site, its servers and devices, pictures, and the event log.
 */
export async function startNxSystem(options: NxSystemOptions): Promise<NxSystemServer> {
  const { devices = [] } = options
  const { systemId, systemName, serverId, serverName, user, password } = NX_SYSTEM
  const system: Omit<NxSystemServer, 'port' | 'close'> = {
    asked: [],
    sessions: new Set(),
    log: [],
    lies: [],
    broken: undefined,
  }

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = fieldsOf(JSON.parse(await text(request)))
    if (sent['username'] !== user || sent['password'] !== password) return unauthorized(response)
    const token = `vms-${randomBytes(16).toString('hex')}-x`
    system.sessions.add(token)
    send(response, 200, { id: token, token, username: user, ageS: 0, expiresInS: sent['durationS'] ?? 2_592_000 })
  }

  function image(response: ServerResponse, deviceId: string, query: URLSearchParams): void {
    const picture = options.picture?.(deviceId, Number(query.get('timestampMs')))
    if (!picture) return send(response, 404, { error: 'notFound', errorString: 'No picture at this time.' })
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
  }

  function readLog(response: ServerResponse, query: URLSearchParams): void {
    const from = Number(query.get('startTimeMs'))
    const to = query.has('durationMs') ? from + Number(query.get('durationMs')) : Infinity
    const inTime = system.log.filter(({ timestampMs }) => timestampMs >= from && timestampMs < to)
    inTime.sort((a, b) =>
      query.get('order') === 'desc' ? b.timestampMs - a.timestampMs : a.timestampMs - b.timestampMs,
    )
    send(response, 200, [...system.lies, ...inTime.slice(0, Number(query.get('limit') ?? 1000))])
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'https://nx')
    system.asked.push(`${request.method} ${pathname.replace(/\/sessions\/.*/, '/sessions/…')}`)
    if (system.broken !== undefined) return send(response, system.broken, { error: 'broken' })
    if (pathname === '/rest/v4/login/sessions' && request.method === 'POST') return logIn(request, response)
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!system.sessions.has(token)) return unauthorized(response)
    if (pathname === `/rest/v4/login/sessions/${token}` && request.method === 'DELETE') {
      system.sessions.delete(token)
      return send(response, 200, {})
    }
    if (request.method !== 'GET') return send(response, 405, {})
    if (pathname === '/rest/v4/site/info') return send(response, 200, { name: systemName, localId: `{${systemId}}` })
    if (pathname === '/rest/v4/servers')
      return send(response, 200, [only({ id: serverId, name: serverName, url: '', status: 'Online' }, query)])
    if (pathname === '/rest/v4/devices')
      return send(
        response,
        200,
        devices.map((device) => only({ deviceType: 'Camera', serverId, typeId: serverId, url: '', ...device }, query)),
      )
    if (pathname === '/rest/v4/events/log') return readLog(response, query)
    const device = /^\/rest\/v4\/devices\/([^/]+)\/image$/.exec(pathname)?.[1]
    return device === undefined ? send(response, 404, { error: 'notFound' }) : image(response, device, query)
  }

  const server = createServer({ cert: options.cert, key: options.key }, (request, response) => {
    answer(request, response).catch(() => send(response, 400, { error: 'invalidParameter' }))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return Object.assign(system, {
    port: portOf(server.address()),
    async close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  })
}
