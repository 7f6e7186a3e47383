import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'

/** An event as the Events REST API and the WebSocket write it. */
export interface XprotectEvent {
  specversion: string
  id: string
  type: string
  source: string
  time: string
  data?: unknown
}

interface Session {
  id: string
  filters: Filter[]
  /** Events that were for this session, the oldest first. */
  events: XprotectEvent[]
  socket: WebSocket | undefined
}

interface Filter {
  modifier: string
  resourceTypes: string[]
  sourceIds: string[]
  eventTypes: string[]
}

const has = (list: readonly string[], value: string): boolean => list.includes('*') || list.includes(value)

/** Whether the subscriptions of a session include an event. */
function isWanted({ filters }: Session, { source, type }: XprotectEvent): boolean {
  const [resource = '', id = ''] = source.split('/')
  const fits = (modifier: string) =>
    filters.some(
      (filter) =>
        filter.modifier === modifier &&
        has(filter.resourceTypes, resource) &&
        has(filter.sourceIds, id) &&
        has(filter.eventTypes, type),
    )
  return fits('include') && !fits('exclude')
}

/** What happened, and where. */
export interface Happening {
  camera: string
  type: string
  at?: Date
  data?: unknown
  /** In place of the camera. */
  source?: string
}

export const eventOf = ({ camera, type, at, data, source }: Happening): XprotectEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  type,
  source: source ?? `cameras/${camera}`,
  time: (at ?? new Date()).toISOString().replace('Z', '0000Z'),
  ...(data === undefined ? {} : { data }),
})

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The sessions of the Events and State WebSocket API. */
export function createEventSessions(asked: string[]) {
  const sessions = new Map<string, Session>()

  function start(socket: WebSocket, { sessionId, eventId, commandId }: Record<string, unknown>): Session {
    const known = sessions.get(String(sessionId))
    const from = known?.events.findIndex(({ id }) => id === eventId) ?? -1
    const isResumed = known !== undefined && (from >= 0 || known.events.length === 0 || eventId === '')
    const session = isResumed ? known : { id: randomUUID(), filters: [], events: [], socket }
    session.socket = socket
    sessions.set(session.id, session)
    socket.send(JSON.stringify({ commandId, sessionId: session.id, status: isResumed ? 200 : 201 }))
    const lost = isResumed ? session.events.slice(from + 1) : []
    if (lost.length > 0) socket.send(JSON.stringify({ events: lost }))
    return session
  }

  /** Answers a command. @returns the session that the connection belongs to then */
  function obey(socket: WebSocket, text: string, session: Session | undefined): Session | undefined {
    const command: unknown = JSON.parse(text)
    if (!isFields(command)) return session
    asked.push(`ws ${String(command['command'])}`)
    if (command['command'] === 'startSession') return start(socket, command)
    const { commandId } = command
    if (command['command'] === 'addSubscription' && session) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test that sends other filters fails here
      session.filters.push(...(command['filters'] as Filter[]))
      socket.send(JSON.stringify({ commandId, status: 200, subscriptionId: randomUUID() }))
    } else socket.send(JSON.stringify({ commandId, status: 400, error: { errorText: 'Unknown command' } }))
    return session
  }

  return {
    serve(client: WebSocket): void {
      let session: Session | undefined
      client.on('message', (data: RawData) => {
        // oxlint-disable-next-line typescript/no-base-to-string -- texts arrive as buffers
        session = obey(client, data.toString(), session)
      })
      client.on('close', () => {
        if (session?.socket === client) session.socket = undefined
      })
      client.on('error', () => undefined)
    },
    clients: () => [...sessions.values()].filter(({ socket, filters }) => socket && filters.length > 0).length,
    send(made: XprotectEvent): void {
      for (const session of sessions.values()) {
        if (!isWanted(session, made)) continue
        session.events.push(made)
        session.socket?.send(JSON.stringify({ events: [made] }))
      }
    },
    say: (message: string): void => {
      for (const { socket } of sessions.values()) socket?.send(message)
    },
    drop: (): void => {
      for (const session of sessions.values()) {
        session.socket?.terminate()
        session.socket = undefined
      }
    },
    forget: (): void => sessions.clear(),
  }
}
