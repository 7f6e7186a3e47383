import { brokenSignal } from '../mail/parse-mail.ts'
import type { EventType, ParsedSignal } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { vmsMedia, type VmsReading, vmsSignal } from '../vms/vms-signal.ts'

/** An event of a video system: DW Spectrum or Nx Witness. Ids are without braces and in lower case; what is unknown is empty. */
export interface NxEvent {
  systemId: string
  serverId: string
  cameraId: string
  cameraName: string
  /** As the API of the system names it: `analyticsSdkEvent`. */
  alarmType: string
  alarmName: string
  actionType: string
  alarmEventId: string
  description: string
  /** In ISO 8601; null: when it was received. */
  at: string | null
}

/** An event as it is stored: with the type that a mapping gave it, and a mark that no other event has. */
interface StoredNxEvent extends NxEvent {
  eventType: EventType | null
  mark: string
}

/** The bytes that are kept of an event. */
export const storedNxEvent = (event: NxEvent, eventType: EventType | null, mark: string): Uint8Array =>
  Buffer.from(JSON.stringify({ ...event, eventType, mark } satisfies StoredNxEvent))

/** Reads what {@link storedNxEvent} has written. @throws SyntaxError if it is damaged */
export const readStoredNxEvent = (raw: Uint8Array): NxEvent & { eventType: EventType | null } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has written it
  JSON.parse(new TextDecoder().decode(raw)) as StoredNxEvent

/** Reads a stored event with the pictures that were fetched for it. Never throws. */
export function parseNxEvent(raw: Uint8Array, reading: VmsReading): ParsedSignal {
  try {
    const event = readStoredNxEvent(raw)
    return vmsSignal(
      {
        vendor: 'digitalwatchdog',
        event: lineOrNull(event.alarmName) ?? lineOrNull(event.alarmEventId) ?? lineOrNull(event.alarmType),
        eventType: event.eventType,
        words: [event.alarmEventId, event.alarmName, event.description, event.alarmType],
        cameraName: event.cameraName,
        description: event.description,
        at: event.at,
        identity: JSON.stringify({ ...event, eventType: null }),
      },
      raw,
      reading,
    )
  } catch (error) {
    return { ...brokenSignal(error), media: vmsMedia(reading.pictures ?? []) }
  }
}
