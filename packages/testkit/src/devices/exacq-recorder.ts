import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A camera as `config.web` lists it. The service tells more of each than this. */
interface ExacqCamera {
  id: number
  name: string
  disabled?: 0 | 1
}

interface ExacqOptions {
  /** PEM. The service makes its certificate itself. */
  cert: string
  key: string
  cameras?: readonly ExacqCamera[]
  /** The picture of a camera as it is now. Without one, the answer is 404. */
  live?: (cameraId: string) => Buffer | undefined
  /** What was recorded in a time, as MP4; undefined if nothing was. */
  recorded?: (cameraId: string, from: Date, to: Date) => Buffer | undefined
}

/** The recorder and its only user. */
export const EXACQ = { name: 'Warehouse', user: 'winnow', password: 's3cret' } as const

export interface ExacqRecorder {
  port: number
  /** What was asked for: method and path, without sessions and passwords. */
  asked: string[]
  /** The sessions that are open. */
  sessions: Set<string>
  /** Exports that were not finished by the client. */
  exports: Map<string, { clip: Buffer; asks: number }>
  /** If set, all requests are answered with this status. */
  broken: number | undefined
  /** If set, all requests but logins are answered with this body. */
  lie: string | undefined
  /** Whether a wrong password is told by the answer alone, with status 200. */
  isPolite: boolean
  /** Nothing is answered. */
  isMute: boolean
  /** How often the progress of an export is asked for until it is done. */
  asksPerExport: number
  /** Ends all sessions, as the service does after a while. */
  expire(): void
  close(): Promise<void>
}

const portOf = (address: AddressInfo | string | null): number => {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on TCP')
  return address.port
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const sendBytes = (response: ServerResponse, type: string, bytes: Buffer): void => {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}

/** Answers one call of a service. */
function createService(recorder: ExacqRecorder, options: ExacqOptions) {
  const { cameras = [], live, recorded } = options

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const isKnown = form.get('u') === EXACQ.user && form.get('p') === EXACQ.password && form.get('s') === '0'
    if (!isKnown || form.get('responseVersion') !== '2')
      return send(response, recorder.isPolite ? 200 : 401, { success: false, errorMessage: 'Invalid credentials' })
    const sessionId = randomBytes(16).toString('hex')
    recorder.sessions.add(sessionId)
    send(response, 200, { success: true, sessionId, username: EXACQ.user })
  }

  function startExport(response: ServerResponse, query: URLSearchParams): void {
    const [from, to] = [new Date(query.get('start') ?? ''), new Date(query.get('end') ?? '')]
    if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()) || query.get('format') !== 'mp4')
      return send(response, 400, { success: false })
    const clip = recorded?.(query.get('camera') ?? '', from, to)
    if (!clip) return send(response, 200, { success: false, errorMessage: 'No video' })
    const id = randomBytes(8).toString('hex')
    recorder.exports.set(id, { clip, asks: 0 })
    send(response, 200, { success: true, export_id: id })
  }

  function followExport(response: ServerResponse, id: string, action: string | null): void {
    const started = recorder.exports.get(id)
    if (!started) return send(response, 404, { success: false })
    if (action === 'download') return sendBytes(response, 'video/mp4', started.clip)
    if (action === 'finish') {
      recorder.exports.delete(id)
      return send(response, 200, { success: true })
    }
    started.asks += 1
    const progress = Math.min(100, Math.round((100 * started.asks) / recorder.asksPerExport))
    send(response, 200, { success: true, progress })
  }

  function inSession(response: ServerResponse, name: string, query: URLSearchParams): void {
    if (name === 'config') return send(response, 200, { name: EXACQ.name, timezone: -5, Cameras: cameras })
    if (name === 'export') return startExport(response, query)
    if (name === 'logout') {
      recorder.sessions.delete(query.get('s') ?? '')
      return send(response, 200, { success: true })
    }
    const jpeg = name === 'video' ? live?.(query.get('camera') ?? '') : undefined
    if (jpeg) sendBytes(response, 'image/jpeg', jpeg)
    else send(response, 404, { success: false })
  }

  return async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'https://exacq')
    const name = /^\/v1\/(\w+)\.web$/.exec(pathname)?.[1] ?? ''
    const exported = query.get('export')
    recorder.asked.push(`${request.method} ${name}${query.has('action') ? ` ${query.get('action')}` : ''}`)
    if (recorder.isMute) return
    if (recorder.broken !== undefined) return send(response, recorder.broken, { success: false })
    if (name === 'login' && request.method === 'POST') return logIn(request, response)
    if (recorder.lie !== undefined) return void response.writeHead(200).end(recorder.lie)
    if (name === 'export' && exported !== null) return followExport(response, exported, query.get('action'))
    if (!recorder.sessions.has(query.get('s') ?? '')) return send(response, 401, { success: false })
    inSession(response, name, query)
  }
}

/**
 * An exacqVision Web Service with one server behind it, written from the vendor's published Web Service API (version 1, responses of version
 * 2) and from public programs that use it: login, the list of cameras, the live picture, and exports of what was recorded.
 */
export async function startExacq(options: ExacqOptions): Promise<ExacqRecorder> {
  const recorder: ExacqRecorder = {
    port: 0,
    asked: [],
    sessions: new Set(),
    exports: new Map(),
    broken: undefined,
    lie: undefined,
    isPolite: false,
    isMute: false,
    asksPerExport: 2,
    expire: () => recorder.sessions.clear(),
    close: async () => undefined,
  }
  const answer = createService(recorder, options)
  const server = createServer({ cert: options.cert, key: options.key }, (request, response) => {
    answer(request, response).catch(() => send(response, 400, { success: false }))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  recorder.port = portOf(server.address())
  recorder.close = async () => {
    const closed = Promise.withResolvers<void>()
    server.close(() => closed.resolve())
    server.closeAllConnections()
    await closed.promise
  }
  return recorder
}
