import type { EventType, ParsedSignal } from '../signal.ts'
import { parsePush, type PushContent, type PushOptions, type PushReading } from '../push/push-message.ts'

const area = (number: string): [string, EventType] => [`motion, area ${number}`, 'motion']

/** What triggered, by the number that the camera sends (`active`). */
const TRIGGERS: Readonly<Record<string, [string, EventType]>> = {
  '1': area('1'),
  '2': area('2'),
  '3': area('3'),
  '4': area('4'),
  '5': ['alarm input or PIR', 'io'],
  '6': ['audio alarm', 'unknown'],
  '7': area('1'),
  '8': area('2'),
  '9': area('3'),
  '10': area('4'),
  '99': ['manual alarm', 'unknown'],
}

function read({ media, texts, problems }: PushContent, query: URLSearchParams): PushReading {
  const form = new URLSearchParams(texts.join('&').slice(0, 10_000))
  const get = (name: string): string | undefined => query.get(name) ?? form.get(name) ?? undefined
  const number = get('active')?.trim()
  const [event, eventType] = number !== undefined && Object.hasOwn(TRIGGERS, number) ? (TRIGGERS[number] ?? []) : []
  // Newer firmware sends numbers of another kind, by which several triggers can be told at once.
  const newer = get('trigger')?.trim()
  const other = newer === undefined ? number : `trigger ${newer}`
  const isEmpty = other === undefined && media.length === 0 && problems.length === 0
  return {
    kind: isEmpty && query.size === 0 && form.size === 0 ? 'unparsed' : 'alarm',
    vendor: 'instar',
    event: event ?? (other === undefined ? 'alarm' : `alarm ${other}`),
    eventType: eventType ?? 'unknown',
    deviceName: get('name') ?? get('camera') ?? null,
    text: [query.toString(), ...texts].filter((text) => text !== '').join('\n'),
  }
}

/** Reads what an INSTAR camera sends to its alarm server: fields in the query or in the body. It sends no pictures. */
export const parseInstar = (raw: Uint8Array, rawType: string, options: PushOptions): ParsedSignal =>
  parsePush(raw, rawType, options, read)
