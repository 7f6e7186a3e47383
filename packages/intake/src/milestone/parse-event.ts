import { brokenSignal } from '../mail/parse-mail.ts'
import type { EventType, ParsedSignal } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { vmsMedia, type VmsReading, vmsSignal } from '../vms/vms-signal.ts'

/** An event of XProtect as it is stored. */
interface StoredEvent {
  id: string
  /** The id of its type, and the name and meaning that the company gave the type. */
  type: string
  typeName: string
  eventType: EventType | null
  cameraId: string
  cameraName: string
  description: string
  at: string
}

/** The bytes that are kept of an event. */
export const storedXprotectEvent = (event: StoredEvent): Uint8Array => Buffer.from(JSON.stringify(event))

/** Reads what {@link storedXprotectEvent} has written. @throws SyntaxError if it is damaged */
export const readStoredXprotectEvent = (raw: Uint8Array): StoredEvent =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has written it
  JSON.parse(new TextDecoder().decode(raw)) as StoredEvent

/** Reads a stored event with the pictures that were fetched for it. Never throws. */
export function parseXprotectEvent(raw: Uint8Array, reading: VmsReading): ParsedSignal {
  try {
    const { id, type, typeName, eventType, cameraId, cameraName, description, at } = readStoredXprotectEvent(raw)
    return vmsSignal(
      {
        vendor: 'milestone',
        event: lineOrNull(typeName) ?? lineOrNull(type),
        eventType,
        words: [typeName, description],
        cameraName,
        description,
        at,
        identity: `${id} ${cameraId}`,
      },
      raw,
      reading,
    )
  } catch (error) {
    return { ...brokenSignal(error), media: vmsMedia(reading.pictures ?? []) }
  }
}
