import type { ParsedSignal } from '../signal.ts'
import { classifyEvent } from '../vendors/event-type.ts'
import { parsePush, type PushContent, type PushOptions, type PushReading } from '../push/push-message.ts'
import { readDahuaText } from './read-dahua-text.ts'

/** The words of codes that are written together. */
const WORDS: Readonly<Record<string, string>> = {
  crossline: 'line crossing',
  crossregion: 'intrusion',
  taken: 'object removed',
  wander: 'loitering',
}

/** The words of a code, as `VideoMotion` is `video motion`. */
function wordsOf(code: string): string {
  const spaced = code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  const known = Object.entries(WORDS).find(([start]) => code.toLowerCase().startsWith(start))?.[1]
  return known ?? spaced
}

function read({ texts, media }: PushContent): PushReading {
  const readings = texts.map(readDahuaText)
  const event = readings.flatMap((text) => (text.kind === 'events' ? text.events : []))[0]
  if (!event)
    return { kind: media.length > 0 ? 'alarm' : 'unparsed', vendor: 'dahua', event: null, eventType: 'unknown' }
  return {
    kind: event.action === 'stop' && media.length === 0 ? 'stop' : 'alarm',
    vendor: 'dahua',
    event: event.code,
    eventType: classifyEvent(wordsOf(event.code)),
    channel: event.channel,
    deviceTime: event.time,
    text: event.rule ?? '',
  }
}

/** Reads an event of a Dahua device, as it is stored: its text, or a multipart of the text and pictures. Never throws. */
export function parseDahua(raw: Uint8Array, rawType: string, options: PushOptions): ParsedSignal {
  const signal = parsePush(raw, rawType, options, read)
  const [, detail] = /;\s*not-fetched=([a-z-]{1,40})/.exec(rawType) ?? []
  return detail === undefined ? signal : { ...signal, problems: [...signal.problems, { code: 'not-fetched', detail }] }
}
