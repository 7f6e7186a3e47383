import { type EventPosition, formatPosition } from './event-position.ts'
import type { StoredEvent } from './event-queries.ts'
import type { Snapshot } from './snapshot.ts'

/** An event as a subscriber gets it. The subscriber continues from `position` (`Last-Event-ID`). */
export interface LiveEvent extends StoredEvent {
  position: string
}

/** A subscriber's filter and callbacks. Callbacks must be quick, since all other subscribers wait for them. */
export interface Subscriber {
  /** Only events of this company are delivered. Undefined: events of all companies. */
  companyId?: string
  /** The position to continue after, as the browser sent it. Without it (or with `''`), the stream starts with new events. */
  after?: string | undefined
  onEvents: (events: readonly LiveEvent[]) => void
  /**
   * Called when events were missed and cannot be delivered: the position is too old, of another database, or invalid. The client must load
   * its data again. Newer events are delivered.
   */
  onGap: () => void
}

/** A part of the stream, from one snapshot to another. */
export interface Stretch {
  from: Snapshot
  to: Snapshot
  /** The time of the later snapshot. */
  at: Date
}

/** A subscriber with its position. */
export interface EventReader {
  readonly companyId: string | undefined
  /** The subscriber's position; undefined if it is unknown which events the subscriber has seen. */
  position(): EventPosition | undefined
  /** Whether the subscriber has got all events of the last read. If not, it must catch up first. */
  caughtUp: boolean
  handOut(events: readonly StoredEvent[], stretch: Stretch): void
  tellGap(at: EventPosition): void
  close(): void
}

/** @param onError called when a subscriber throws; it continues with the next events */
export function createEventReader(
  subscriber: Subscriber,
  start: EventPosition | undefined,
  onError: (error: unknown) => void,
): EventReader {
  let position = start
  let closed = false

  function tell(news: () => void): void {
    if (closed) return
    try {
      news()
    } catch (error) {
      onError(error)
    }
  }

  return {
    companyId: subscriber.companyId,
    position: () => position,
    caughtUp: false,
    handOut(events, stretch) {
      const wanted =
        subscriber.companyId === undefined ? events : events.filter((event) => event.companyId === subscriber.companyId)
      position = { at: stretch.at, seen: stretch.to }
      const end = position
      if (wanted.length === 0) return
      const delivered = wanted.map((event, at) => ({
        ...event,
        position: formatPosition(at === wanted.length - 1 ? end : within(event.id, stretch)),
      }))
      tell(() => subscriber.onEvents(delivered))
    },
    tellGap(at) {
      position = at
      tell(subscriber.onGap)
    },
    close() {
      closed = true
    },
  }
}

function within(upTo: bigint, { from, to, at }: Stretch): EventPosition {
  return { at, seen: from, within: { batch: to, upTo } }
}
