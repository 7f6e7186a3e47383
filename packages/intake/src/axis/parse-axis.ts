import type { ParsedSignal } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { classifyEvent, isStopPhrase } from '../vendors/event-type.ts'
import { parsePush, type PushContent, type PushOptions, type PushReading } from '../push/push-message.ts'

/** The names under which a rule of the device sends its words. */
const WORDS = ['message', 'event', 'topic', 'alarm']

/** Fields that are written as those of a form. */
function fieldsOf({ texts }: PushContent, query: URLSearchParams): { fields: Map<string, string>; words: string } {
  const fields = new Map<string, string>()
  const free: string[] = []
  for (const [name, value] of query) fields.set(name.toLowerCase(), value)
  for (const text of texts) {
    if (/^[\w%.+-]{1,60}=/.test(text))
      for (const [name, value] of new URLSearchParams(text.slice(0, 10_000))) fields.set(name.toLowerCase(), value)
    else free.push(text.trim())
  }
  return { fields, words: free.filter((text) => text !== '').join('\n') }
}

function read(content: PushContent, query: URLSearchParams): PushReading {
  const { fields, words } = fieldsOf(content, query)
  const said = WORDS.map((name) => fields.get(name)?.trim()).find((value) => value)
  const text = [said ?? '', words].filter((one) => one !== '').join('\n')
  const event = said ?? (words === '' ? null : words.slice(0, 200))
  const hasMedia = content.media.length > 0
  const isStop = isStopPhrase(event, { isListed: false })
  const isTest = !hasMedia && /^test( message)?$/i.test(event?.trim() ?? '')
  const isEmpty = !hasMedia && event === null && content.problems.length === 0 && fields.size === 0
  return {
    kind: isTest ? 'test' : isEmpty ? 'unparsed' : isStop ? 'stop' : 'alarm',
    vendor: 'axis',
    event,
    eventType: classifyEvent(event, content.media[0]?.name),
    channel: /^\d{1,3}$/.exec(fields.get('camera') ?? '')?.[0] ?? null,
    deviceName: lineOrNull(fields.get('device') ?? fields.get('name')),
    text,
  }
}

/**
 * Reads what an Axis device sends to a recipient of the type HTTP: an image or a clip as it is, a multipart of them, or a notification whose
 * words stand in the query or in the body. The words are those that somebody has entered in the rule.
 */
export const parseAxis = (raw: Uint8Array, rawType: string, options: PushOptions): ParsedSignal =>
  parsePush(raw, rawType, options, read)
