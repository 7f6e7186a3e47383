import { automationEvent, liveSocket, SOCKET_CLOSE, SOCKET_LIMITS, type SocketMessage } from '@winnow/contract'
import type { RawData, WebSocket } from 'ws'
import type { Ticker } from '../../platform/clock.ts'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createCallerPlaces } from '../../platform/http/caller-places.ts'
import type { Register } from '../../platform/http/register.ts'
import { createScopeCheck } from '../access/index.ts'
import { lastAutomation } from './last-automation.ts'
import type { LiveHub } from './live-hub.ts'
import { mayHear } from './may-hear.ts'
import { createPace, isAutomation, readRequest, toSocketMessage } from './socket-words.ts'

/** The interval of pings, the same as for the stream. A client that did not answer the last ping is disconnected. */
const KEEP_ALIVE_MS = 20_000
/** Limit on unread bytes, the same as for the stream. A client that reads too slowly is disconnected, and can resume after its position. */
const MAX_UNREAD_BYTES = 1_000_000
/** Limits on open websockets. All windows of a browser share one websocket. */
const SOCKETS = { perCaller: 16, perAddress: 300, total: 3_000 }

interface SocketDeps {
  bus: EventBus
  hub: LiveHub
  ticker: Ticker
  db: Db
}

/** Sends messages until the websocket closes. */
function sender(socket: WebSocket) {
  return (message: SocketMessage): void => {
    if (socket.readyState !== socket.OPEN) return
    socket.send(JSON.stringify(message))
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate()
  }
}

type Send = ReturnType<typeof sender>

/** Answers a client's request for the last state of a site's automation. */
function answerRequests({ db }: SocketDeps, actor: Actor, send: Send): (text: string) => Promise<void> {
  const gate = createScopeCheck(db)
  const site = { in: 'body', at: 'siteId', kind: 'site' } as const
  return async (text) => {
    const asked = readRequest(text)
    if (!asked) return send({ action: 'refused', code: 'VALIDATION', siteId: null })
    const { siteId } = asked
    const states = await inTenant(
      db,
      actor.companyId,
      async (tx) => {
        const found = await gate.permissionsOn(actor, site, { ids: [siteId], parentId: undefined, tx })
        return found.has(siteId) ? lastAutomation(tx, actor.companyId, siteId) : undefined
      },
      { readOnly: true },
    )
    if (!states) return send({ action: 'refused', code: 'NOT_FOUND', siteId })
    for (const state of states) send(toSocketMessage(state))
  }
}

/** Reads messages one after another. Closes a websocket that sends too many messages or a message that breaks the protocol. */
function listenTo(socket: WebSocket, answer: (text: string) => Promise<void>, onError: (error: unknown) => void): void {
  const mayGo = createPace({ ...SOCKET_LIMITS, now: () => performance.now() })
  const paced = (then: () => void) => (): void => {
    if (socket.readyState !== socket.OPEN) return
    if (mayGo()) then()
    else socket.close(SOCKET_CLOSE.tooFast, 'too many messages')
  }
  let last = Promise.resolve()
  socket.on('message', (data: RawData, isBinary) =>
    paced(() => {
      if (isBinary) return socket.close(SOCKET_CLOSE.binary, 'send text')
      last = last.then(() => answer((data as Buffer).toString('utf8'))).catch(onError)
    })(),
  )
  // The library answers pings automatically.
  socket.on(
    'ping',
    paced(() => undefined),
  )
}

/** Keeps a websocket alive, and ends it if the client has not answered a ping before the next one. */
function keepAlive(socket: WebSocket, ticker: Ticker, beat: () => void): () => void {
  let answered = true
  socket.on('pong', () => (answered = true))
  return ticker.every(KEEP_ALIVE_MS, () => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    beat()
  })
}

/**
 * Registers the websocket. It sends the messages of automations. The live stream sends them too, for clients that cannot open a websocket.
 * Session, origin and rights are checked in the same way for both, and the hub ends both.
 */
export function registerSocket(register: Register, deps: SocketDeps): void {
  const { bus, hub, ticker } = deps
  const words = {
    own: 'Too many websockets are open; close some of them',
    all: 'Too many websockets are open; try again in a minute',
  }
  const places = createCallerPlaces({ ...SOCKETS, words })

  register.socket(liveSocket, ({ socket, actor, query, request }) => {
    const { sessionId } = actor
    if (sessionId === null) return socket.close(SOCKET_CLOSE.sessionEnded, 'a websocket needs a login')
    let leavePlace: () => void
    try {
      leavePlace = places.take(actor)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return socket.close(SOCKET_CLOSE.tooMany, error.message)
    }
    const mayListen = actor.permissions.has('alarm.read')
    const send = sender(socket)
    const subscription = bus.subscribe({
      companyId: actor.companyId,
      after: query.after,
      onEvents(events) {
        for (const event of events) {
          if (!mayListen || !isAutomation(event.type) || !mayHear(actor.grants, event.payload)) continue
          const parsed = automationEvent.safeParse({ ...(event.payload as object), type: event.type })
          if (parsed.success) send(toSocketMessage(parsed.data, event.position))
        }
      },
      onGap: () => send({ action: 'resync', ...where() }),
    })
    const where = () => {
      const position = subscription.position()
      return position === undefined ? {} : { position }
    }
    send({ action: 'keepAlive', ...where() })
    const endBeat = keepAlive(socket, ticker, () => send({ action: 'keepAlive', ...where() }))
    const leave = hub.add({
      sessionId,
      rights: actor.rights,
      // Messages that the hub sends to a whole process are sent by the stream.
      tell: () => undefined,
      end() {
        send({ action: 'sessionEnded' })
        close()
        socket.close(SOCKET_CLOSE.sessionEnded, 'the session has ended')
      },
    })
    listenTo(socket, mayListen ? answerRequests(deps, actor, send) : async () => undefined, (err) =>
      request.log.warn({ err }, 'a message on a websocket could not be answered'),
    )
    function close(): void {
      leavePlace()
      endBeat()
      subscription.close()
      leave()
    }
    socket.on('close', close)
  })
}
