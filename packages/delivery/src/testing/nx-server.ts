import { startHttpSink, type HttpSink, type ReceivedRequest } from './http-sink.ts'

export interface NxServer extends HttpSink {
  events: Record<string, unknown>[]
  /** Events of the old API. */
  oldEvents: Record<string, string>[]
  bookmarks: { device: string; body: Record<string, unknown> }[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string): Record<string, unknown> {
  const read: unknown = JSON.parse(text)
  if (!isRecord(read)) throw new Error('no object')
  return read
}

/** Requires fields of these types, and no other fields. */
function requireFields(body: Record<string, unknown>, types: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(body)) {
    const type = Array.isArray(value) && value.every((each) => typeof each === 'string') ? 'texts' : typeof value
    if (types[name] !== type) throw new Error(`${name} is ${type}`)
  }
}

const EVENT = {
  timestamp: 'string',
  state: 'string',
  source: 'string',
  caption: 'string',
  description: 'string',
  deviceIds: 'texts',
}
const BOOKMARK = {
  name: 'string',
  startTimeMs: 'number',
  durationMs: 'number',
  description: 'string',
  tags: 'texts',
  share: 'string',
}

/**
 * A stand-in for a server of Nx Witness or DW Spectrum, made from what the vendor publishes of its REST API (version 4) and of the old
 * `createEvent`. A server without the REST API answers 404 to all of it.
 */
export async function startNx(options: {
  isOld?: boolean
  devices?: readonly string[]
  /** The status of the nth bookmark, if it fails. */
  bookmarkStatus?: (index: number) => number | undefined
}): Promise<NxServer> {
  const events: NxServer['events'] = []
  const oldEvents: NxServer['oldEvents'] = []
  const bookmarks: NxServer['bookmarks'] = []
  let asked = 0
  const rest = ({ path, headers, body }: ReceivedRequest): [status: number, body: string] => {
    const sent = readJson(body)
    if (path === '/rest/v4/login/sessions')
      return sent['username'] === 'winnow' && sent['password'] === 's3cret'
        ? [200, JSON.stringify({ token: 'vms-t0ken', expiresInS: sent['durationS'] })]
        : [401, '{"error":"unauthorized","errorString":"s3cret words"}']
    if (headers['authorization'] !== 'Bearer vms-t0ken') return [401, '{}']
    if (path === '/rest/v4/events/generic') {
      requireFields(sent, EVENT)
      if (!['started', 'stopped', 'instant'].includes(String(sent['state']))) throw new Error('no state')
      events.push(sent)
      return [200, '{}']
    }
    const device = /^\/rest\/v4\/devices\/([0-9a-f-]{36})\/bookmarks$/i.exec(path)?.[1]
    if (device === undefined || !options.devices?.includes(device)) return [404, '{}']
    requireFields(sent, BOOKMARK)
    if (typeof sent['name'] !== 'string' || typeof sent['durationMs'] !== 'number') throw new Error('not complete')
    const refused = options.bookmarkStatus?.(asked++)
    if (refused !== undefined) return [refused, '{}']
    bookmarks.push({ device, body: sent })
    return [200, '{}']
  }
  const answer = (request: ReceivedRequest): [status: number, body: string] => {
    const { path, headers } = request
    if (path.startsWith('/rest/')) return options.isOld ? [404, ''] : rest(request)
    if (!path.startsWith('/api/createEvent?')) return [404, '']
    if (headers['authorization'] !== `Basic ${Buffer.from('winnow:s3cret').toString('base64')}`) return [401, '']
    const query = new URLSearchParams(path.slice(path.indexOf('?')))
    if (new Set(query.keys()).size !== query.size) throw new Error('a name twice')
    oldEvents.push(Object.fromEntries(query))
    return [200, JSON.stringify({ error: '0', errorString: '', reply: {} })]
  }
  const sink = await startHttpSink(
    (response, request) => {
      try {
        const [status, body] = answer(request)
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      } catch {
        response.writeHead(400).end('{"error":"invalidParameter"}')
      }
    },
    { tls: true },
  )
  return { ...sink, events, oldEvents, bookmarks }
}
