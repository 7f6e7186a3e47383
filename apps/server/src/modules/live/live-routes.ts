import { liveStream } from '@winnow/contract'
import type { Db } from '../../platform/db/transaction.ts'
import type { Ticker } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createCallerPlaces } from '../../platform/http/caller-places.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import type { LiveEvent } from '../../platform/events/event-reader.ts'
import type { Register } from '../../platform/http/register.ts'
import type { LiveHub } from './live-hub.ts'
import { registerSocket } from './live-socket.ts'
import { type Looking, registerLooking } from './looking.ts'
import { mayHear } from './may-hear.ts'

/** The interval of keep-alive messages. Proxies close connections that are silent for a minute. */
const KEEP_ALIVE_MS = 20_000
/** Limit on unread bytes. A browser that reads too slowly is disconnected. It reconnects and gets the messages that it missed. */
const MAX_UNREAD_BYTES = 1_000_000

/** Internal messages for the hub, not for browsers. */
const INNER = new Set(['session.ended'])

/** Limits on open streams. All windows of a browser share one stream, so a session normally has few streams. */
const STREAMS = { perCaller: 16, perAddress: 300, total: 3_000 }

export interface LiveDeps {
  looking: Looking
  bus: EventBus
  hub: LiveHub
  ticker: Ticker
  db: Db
}

export function registerLive(register: Register, deps: LiveDeps): void {
  const { bus, hub, ticker } = deps
  registerSocket(register, deps)
  registerLooking(register, deps)
  // A logout in any process ends the streams of this one.
  bus.subscribe({
    onEvents: (events) => {
      for (const event of events)
        if (event.type === 'session.ended') hub.endSession(String((event.payload as { sessionId?: unknown }).sessionId))
    },
    onGap: () => {},
  })

  const words = {
    own: 'Too many live streams are open; close some of them',
    all: 'Too many live streams are open; try again in a minute',
  }
  const places = createCallerPlaces({ ...STREAMS, words })

  register(liveStream, async ({ actor, request, reply }) => {
    const { sessionId } = actor
    // Without the right to read alarms, the stream only reports the end of the session.
    const mayListen = actor.permissions.has('alarm.read')
    if (sessionId === null) throw new AppError('TOKEN_INVALID', 'The live stream needs a login')
    const leavePlace = places.take(actor)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    // The first bytes tell the browser that it is connected, and how long to wait before reconnecting.
    raw.write('retry: 2000\n\n')
    let closed = false
    const send = (message: object, id?: string): void => {
      if (closed) return
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`)
      // Destroyed, not ended: ending would wait until the slow reader has read everything.
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    }
    const subscription = bus.subscribe({
      companyId: actor.companyId,
      after: lastEventId(request.headers['last-event-id']),
      onEvents: (events: readonly LiveEvent[]) => {
        for (const event of events)
          if (mayListen && !INNER.has(event.type) && mayHear(actor.grants, event.payload))
            send({ ...(event.payload as object), type: event.type }, event.position)
      },
      onGap: () => send({ type: 'resync' }, subscription.position()),
    })
    // Sent at once, so that the client knows its position even if the stream breaks before the first event.
    send({ type: 'KEEP_ALIVE' }, subscription.position())
    const endBeat = ticker.every(KEEP_ALIVE_MS, () => send({ type: 'KEEP_ALIVE' }, subscription.position()))
    const leave = hub.add({
      sessionId,
      rights: actor.rights,
      companyId: actor.companyId,
      mayHear: (event) => mayHear(actor.grants, event),
      tell: (event) => {
        if (mayListen) send(event)
      },
      end: () => {
        send({ type: 'session.ended' })
        close()
      },
    })
    function close(): void {
      closed = true
      leavePlace()
      endBeat()
      subscription.close()
      leave()
      if (!raw.writableEnded) raw.end()
    }
    raw.on('close', close)
    // If the client disconnected while its rights were looked up, no further event reports that.
    if (raw.destroyed) close()
  })
}

const lastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
