import { lineOrNull } from '../text/clean.ts'
import { readDeviceTime } from '../vendors/device-time.ts'

/** A device writes one or two thousand characters; a list of regions, some more. */
const MAX_CHARS = 64 * 1024
/** An element without others in it. Its namespace is left out, since firmware uses several or none. */
const LEAF = /<(?:[A-Za-z][\w.-]{0,40}:)?([A-Za-z][\w.-]{0,60})(?:\s[^<>]{0,500})?>([^<]{0,500})<\//g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** What an event message of a Hikvision device says; null for what it does not say. */
export interface HikvisionEvent {
  /** In the words of the firmware: `VMD`, `linedetection`. */
  eventType: string | null
  isActive: boolean | null
  /** As people number it: most recorders count their network cameras from 33. */
  channel: string | null
  /** As it is written, where that is another number: a recorder with analog inputs or more than 32 cameras may count on. */
  writtenChannel: string | null
  channelName: string | null
  address: string | null
  mac: string | null
  /** In ISO 8601, with a zone only if the device wrote one. */
  time: string | null
  description: string | null
  /** `human` or `vehicle`. */
  target: string | null
  /** How many pictures the device says that it sends with the message. */
  pictures: number
}

/** Why a text is not read: it defines entities or types of its own, which no device does, or it is no event message. */
export type Refused = 'defines entities' | 'no event message'

/**
 * Reads an `EventNotificationAlert` by the local names of its elements, without an XML parser: nothing can be expanded, nested or fetched.
 * @param near the time of the receipt
 */
export function readEventXml(text: string, near: Date): HikvisionEvent | Refused {
  const xml = text.slice(0, MAX_CHARS)
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(xml)) return 'defines entities'
  const at = xml.search(/<(?:[A-Za-z][\w.-]{0,40}:)?EventNotificationAlert[\s>]/)
  if (at < 0) return 'no event message'
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of xml.slice(at).matchAll(LEAF)) {
    const key = name.toLowerCase()
    // The first one counts: those of the event come before those of its regions.
    if (!values.has(key)) values.set(key, decode(value).trim())
  }
  const get = (...names: string[]): string | null =>
    names.map((name) => values.get(name)).find((value) => value !== undefined && value !== '') ?? null
  const state = get('eventstate')?.toLowerCase()
  const written = numberOf(get('channelid', 'dynchannelid'))
  const isShifted = written !== null && written >= FIRST_NETWORK_CHANNEL
  return {
    // The event is one of several that last for a while together.
    eventType: get('eventtype') === 'duration' ? (get('relationevent') ?? 'duration') : get('eventtype'),
    isActive: state === 'active' ? true : state === 'inactive' ? false : null,
    channel: written === null ? null : String(isShifted ? written - FIRST_NETWORK_CHANNEL + 1 : written),
    writtenChannel: isShifted ? String(written) : null,
    channelName: lineOrNull(get('channelname')),
    address: get('ipaddress', 'ipv6address'),
    mac: get('macaddress'),
    time: readDeviceTime(get('datetime'), { near }),
    description: get('eventdescription'),
    target: get('detectiontarget', 'targettype'),
    pictures: Number(/^\d{1,2}$/.exec(get('detectionpicturesnumber') ?? '')?.[0] ?? 0),
  }
}

/** Whether a message only says that the device is there: a loss of video that has ended, sent every few seconds. */
export const isHeartbeat = ({ eventType, isActive }: HikvisionEvent): boolean =>
  eventType?.toLowerCase() === 'videoloss' && isActive === false

/** Recorders count their network cameras from here in events. */
export const FIRST_NETWORK_CHANNEL = 33

const numberOf = (written: string | null): number | null =>
  written !== null && /^\d{1,4}$/.test(written) ? Number(written) : null

const decode = (value: string): string =>
  value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '&')
