import { isDeeplyNested } from '@winnow/domain'
import type { ParseLimits } from '../limits.ts'
import { mediaPart } from '../media/collect.ts'
import type { EventType, MediaPart, ParsedSignal, SignalProblem } from '../signal.ts'
import { sniffMedia } from '../media/sniff.ts'
import { classifyEvent } from '../vendors/event-type.ts'
import { parsePush, type PushContent, type PushOptions, type PushReading } from '../push/push-message.ts'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
const partOf = (value: unknown, name: string): Json | undefined =>
  isJson(value) && isJson(value[name]) ? value[name] : undefined
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : typeof value === 'number' ? String(value) : null

/** Types of alarms in words that are known otherwise. */
const EVENTS: readonly [RegExp, EventType][] = [
  [/^(LineDetector|CrossLine)/i, 'line'],
  [/^(FieldDetector|EnterArea|LeaveArea|AccessZone|LeaveZone|Intrusion)/i, 'field'],
  [/^(SmartMotion|Motion)/i, 'motion'],
  [/^HumanShape/i, 'person'],
  [/^Tamper/i, 'tamper'],
  [/^VideoLoss/i, 'videoloss'],
  [/^(InputSwitch|AlarmInput|IOAlarm)/i, 'io'],
]
/** The ends of the types that say that something is over. */
const OVER = /(Off|Cleared|Recovered|Restore)$/

const OBJECTS: readonly [string, EventType][] = [
  ['PersonInfoList', 'person'],
  ['FaceInfoList', 'person'],
  ['VehicleInfoList', 'vehicle'],
  ['NonMotorVehicleInfoList', 'vehicle'],
]

/** What was seen, of the message that lists the objects. */
function objectOf(message: Json): EventType | undefined {
  const found = partOf(partOf(message, 'StructureInfo'), 'ObjInfo')
  if (found) return OBJECTS.find(([name]) => listOf(found[name]).length > 0)?.[1]
  const [first] = listOf(partOf(message, 'RelatedObjects')?.['ObjectList'])
  const types: Readonly<Record<string, EventType>> = { '1': 'vehicle', '2': 'person', '3': 'vehicle', '4': 'person' }
  return types[textOf(first?.['ObjectType']) ?? '']
}

/** The pictures that stand in the message itself, in base64. */
function picturesOf(message: Json, limits: ParseLimits): { media: MediaPart[]; problems: SignalProblem[] } {
  const media: MediaPart[] = []
  const problems: SignalProblem[] = []
  const listed = [message['ImageInfoList'], partOf(message, 'StructureInfo')?.['ImageInfoList']].flatMap(listOf)
  for (const { Data: data, Index: index } of listed.slice(0, limits.maxParts)) {
    if (typeof data !== 'string' || data === '') continue
    const bytes = data.length * 0.75 > limits.maxPartBytes ? undefined : Buffer.from(data, 'base64')
    if (!bytes) problems.push({ code: 'part-too-large', detail: `more than ${limits.maxPartBytes} bytes` })
    else if (sniffMedia(bytes)?.startsWith('image/'))
      media.push(
        mediaPart({ name: `image-${textOf(index) ?? '0'}.jpg`, declaredType: 'image/jpeg', bytes, offsetMs: null }),
      )
    else problems.push({ code: 'part-unread', detail: 'an image that is none' })
  }
  return { media, problems }
}

/** Seconds since 1970, as a time; null for what is none. */
function timeOf(value: unknown): string | null {
  const seconds = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
  return seconds > 0 && seconds < 4_102_444_800 ? new Date(Math.round(seconds) * 1_000).toISOString() : null
}

function messageOf(texts: readonly string[]): Json | undefined {
  for (const text of texts) {
    const json = text.trim()
    if (!json.startsWith('{') || isDeeplyNested(Buffer.from(json))) continue
    try {
      const value: unknown = JSON.parse(json)
      if (isJson(value)) return value
    } catch {
      // Another part may hold the message.
    }
  }
  return undefined
}

function read(content: PushContent, _query: URLSearchParams, limits: ParseLimits): PushReading {
  const message = messageOf(content.texts)
  const hasMedia = content.media.length > 0
  if (!message) return { kind: hasMedia ? 'alarm' : 'unparsed', vendor: 'uniview', event: null, eventType: 'unknown' }
  const alarm = partOf(message, 'AlarmInfo') ?? partOf(message, 'EventInfo') ?? message
  const structure = partOf(message, 'StructureInfo')
  const type = textOf(alarm['AlarmType']) ?? textOf(alarm['EventType'])
  const { media, problems } = picturesOf(message, limits)
  const isKnown = type !== null || structure !== undefined
  const isOver = type !== null && OVER.test(type)
  return {
    kind:
      isOver && !hasMedia && media.length === 0
        ? 'stop'
        : isKnown || hasMedia || media.length > 0
          ? 'alarm'
          : 'unparsed',
    vendor: 'uniview',
    event: type ?? (structure ? 'objects seen' : null),
    eventType: objectOf(message) ?? EVENTS.find(([word]) => word.test(type ?? ''))?.[1] ?? classifyEvent(type),
    channel: channelOf(message),
    channelName: textOf(alarm['AlarmSrcName']) ?? textOf(message['SrcName']),
    deviceTime: timeOf(alarm['TimeStamp'] ?? message['TimeStamp'] ?? message['Timestamp']),
    media,
    problems,
  }
}

/** The channel of the source. Recorders number theirs from 1. */
function channelOf(message: Json): string | null {
  const alarm = partOf(message, 'AlarmInfo') ?? message
  const id = textOf(alarm['AlarmSrcID']) ?? textOf(message['SrcID'])
  return id !== null && /^\d{1,4}$/.test(id) && id !== '0' ? id : null
}

/**
 * Reads what a Uniview device pushes (LAPI `Notification`): JSON, whatever content type it names, or a multipart with pictures. The alarm and
 * the list of what was seen come in two messages; both are one alarm, since they come within seconds.
 */
export const parseUniview = (raw: Uint8Array, rawType: string, options: PushOptions): ParsedSignal =>
  parsePush(raw, isBareJson(raw) ? 'application/json' : rawType, options, read)

/** Some firmware names a multipart and sends JSON alone. */
const isBareJson = (raw: Uint8Array): boolean =>
  Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, 16)).toString('latin1').trimStart().startsWith('{')
