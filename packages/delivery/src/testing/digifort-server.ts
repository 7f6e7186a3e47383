import { startHttpSink, type HttpSink, type ReceivedRequest } from './http-sink.ts'

export interface DigifortServer extends HttpSink {
  /** Global events that were triggered, with the operator's message. */
  triggered: { event: string; message: string }[]
}

const envelope = (code: number, message: string): string =>
  JSON.stringify({ Response: { Code: code, Message: message, Data: {} } })

/** Splits a query by hand, strictly: each name once, and only characters that need no escape outside of one. */
export function readQuery(path: string): Map<string, string> {
  const query = path.slice(path.indexOf('?') + 1)
  if (!/^[\w.~!*'()%=&-]*$/.test(query)) throw new Error(`not a query: ${query}`)
  const pairs = query.split('&').map((pair): [string, string] => {
    const [name = '', value, ...more] = pair.split('=')
    if (value === undefined || more.length > 0) throw new Error(`not a pair: ${pair}`)
    return [name, decodeURIComponent(value)]
  })
  const read = new Map(pairs)
  if (read.size !== pairs.length) throw new Error('a name twice')
  return read
}

/**
 * A stand-in for the server of Digifort, made from what is published of its HTTP API: user and password in the query, JSON answers in an
 * envelope whose code is 0 for success, and pictures of cameras. The numbers of its refusals are not published; this one has its own.
 */
export async function startDigifort(options: {
  events: readonly string[]
  cameras?: readonly string[]
  tls?: boolean
}): Promise<DigifortServer> {
  const triggered: DigifortServer['triggered'] = []
  const answer = ({ method, path }: ReceivedRequest): [status: number, body: string | Buffer] => {
    const query = readQuery(path)
    if (method !== 'GET') return [405, '']
    if (query.get('AuthUser') !== 'winnow' || query.get('AuthPass') !== 's3cret&Event=x')
      return [200, envelope(3, 's3cret words')]
    if (path.startsWith('/Interface/Cameras/GetSnapshot?'))
      return options.cameras?.includes(query.get('Camera') ?? '')
        ? [200, Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(50_000)])]
        : [200, envelope(7, 'no camera')]
    if (!path.startsWith('/Interface/GlobalEvents/TriggerGlobalEvent?')) return [404, '']
    const event = query.get('Event') ?? ''
    if (!options.events.includes(event)) return [200, envelope(5, 'no event')]
    triggered.push({ event, message: query.get('OverrideOperatorMessage') ?? '' })
    return [200, envelope(0, 'OK')]
  }
  const sink = await startHttpSink(
    (response, request) => {
      try {
        const [status, body] = answer(request)
        response.writeHead(status).end(body)
      } catch {
        response.writeHead(400).end()
      }
    },
    options.tls ? { tls: true } : {},
  )
  return { ...sink, triggered }
}
