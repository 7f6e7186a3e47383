import { bestClass } from './best-class.ts'
import { occasionOf } from './occasion.ts'
import type { DeliveryAlarm } from './payload.ts'

interface EventNames {
  /** The usual event. */
  event: string
  /** The event of corrections to false; empty: these are not sent. */
  cancelEvent: string
  events: readonly { class: string; event: string }[]
}

/** What a video management system calls the event of an alarm; undefined if it is not to be told. */
export function eventOf(alarm: DeliveryAlarm, { event, cancelEvent, events }: EventNames): string | undefined {
  const occasion = occasionOf(alarm)
  if (occasion === 'cancelled') return cancelEvent === '' ? undefined : cancelEvent
  const found = occasion === 'verified' ? bestClass(alarm)?.toLowerCase() : undefined
  return events.find((each) => each.class.toLowerCase() === found)?.event ?? event
}

/** The result of a message that is not sent, because the settings have no event for it. */
export const NOT_TOLD = { ok: true, ms: 0, detail: 'Not sent: no event is set for corrections.' } as const
