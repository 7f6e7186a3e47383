import { liveStream } from '@winnow/contract'
import type { Ticker } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createCallerPlaces } from '../../platform/http/caller-places.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import type { LiveEvent } from '../../platform/events/event-reader.ts'
import type { Register } from '../../platform/http/register.ts'
import type { LiveHub } from './live-hub.ts'
import { mayHear } from './may-hear.ts'

/** Proxies close what is silent for a minute. */
const KEEP_ALIVE_MS = 20_000
/** What a browser that reads too slowly may leave unread before it is sent away; it comes back and is told what it missed. */
const MAX_UNREAD_BYTES = 1_000_000

/** Inner messages steer the hub and are not for browsers. */
const INNER = new Set(['session.ended'])

/** A browser shares one stream among its windows, so a session with several has several browsers, or programs. */
const STREAMS = { perCaller: 16, perAddress: 300, total: 3_000 }

export interface LiveDeps {
  bus: EventBus
  hub: LiveHub
  ticker: Ticker
}

export function registerLive(register: Register, { bus, hub, ticker }: LiveDeps): void {
  // Logouts of any process end the streams of this one.
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
    // Without the right to read alarms there is nothing to tell but that the session ends.
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
    // The first bytes tell the browser that it is connected, and how long to wait before it comes back.
    raw.write('retry: 2000\n\n')
    let closed = false
    const send = (message: object, id?: string): void => {
      if (closed) return
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`)
      // Cut, not ended: an end would wait, with all that is unread, for a reader that does not read.
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
    // Right away, so that a stream that breaks before the first event knows where to go on.
    send({ type: 'KEEP_ALIVE' }, subscription.position())
    const endBeat = ticker.every(KEEP_ALIVE_MS, () => send({ type: 'KEEP_ALIVE' }, subscription.position()))
    const leave = hub.add({
      sessionId,
      rights: actor.rights,
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
    // Gone while it was looked up who asks: nobody will say so again.
    if (raw.destroyed) close()
  })
}

const lastEventId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
