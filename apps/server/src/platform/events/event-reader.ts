import { type EventPosition, formatPosition } from './event-position.ts'
import type { StoredEvent } from './event-queries.ts'
import type { Snapshot } from './snapshot.ts'

/** An event as a subscriber gets it. `position` is what to come back with (`Last-Event-ID`). */
export interface LiveEvent extends StoredEvent {
  position: string
}

/** What a subscriber wants and how it is told. What it does must be quick: all others wait. */
export interface Subscriber {
  /** Only this company's events; all of them without. */
  companyId?: string
  /** Continue after this position, as it came from the browser; without it (or with `''`) with what comes from now on. */
  after?: string | undefined
  onEvents: (events: readonly LiveEvent[]) => void
  /**
   * Events were missed that cannot be told any more: the position is too old, from another database or nobody's. What is shown
   * must be fetched anew; events go on from here.
   */
  onGap: () => void
}

/** A stretch of the stream: from one snapshot to another one. */
export interface Stretch {
  from: Snapshot
  to: Snapshot
  /** When the database was in the later state. */
  at: Date
}

/** A subscriber and how far it has come. */
export interface EventReader {
  readonly companyId: string | undefined
  /** Where it stands; undefined if nobody can tell what it has seen. */
  position(): EventPosition | undefined
  /** Whether it belongs to the common look, or has first to be brought to where that stands. */
  caughtUp: boolean
  handOut(events: readonly StoredEvent[], stretch: Stretch): void
  tellGap(at: EventPosition): void
  close(): void
}

/** @param onError a subscriber threw; it goes on with the next events */
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
      const told = wanted.map((event, at) => ({
        ...event,
        position: formatPosition(at === wanted.length - 1 ? end : within(event.id, stretch)),
      }))
      tell(() => subscriber.onEvents(told))
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
