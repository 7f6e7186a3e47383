import { DEFAULT_LIMITS, type ParseLimits } from '../limits.ts'
import { messageKey } from '../idempotency.ts'
import { brokenSignal } from '../mail/parse-mail.ts'
import { losesPictures } from '../media/loses-pictures.ts'
import { MessageContent } from '../media/collect.ts'
import { splitBody } from '../mime/split-parts.ts'
import type { MediaPart, ParsedSignal, SignalProblem } from '../signal.ts'
import { decodeText } from '../text/charset.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'

/** The facts about a message that are not in its body. */
export interface PushOptions {
  receivedAt: Date
  /** The name under which the message is stored. It tells messages of the same millisecond apart. */
  storedAs?: string
  limits?: Partial<ParseLimits>
}

const MOST_QUERY = 2_000
const MOST_TEXT = 256 * 1024

/** The content type under which a push is stored: with the query of its address, in which some devices say everything. */
export function pushType(contentType: string | undefined, query: string): string {
  const type = contentType?.slice(0, 500) || 'text/plain'
  return query === '' ? type : `${type}; winnow-query=${encodeURIComponent(query.slice(0, MOST_QUERY).toWellFormed())}`
}

/** The query with which a push came. */
export function queryOf(rawType: string): URLSearchParams {
  const [, written = ''] = /; winnow-query=([\w%.~!*'()-]*)$/.exec(rawType) ?? []
  try {
    return new URLSearchParams(decodeURIComponent(written))
  } catch {
    return new URLSearchParams()
  }
}

/** What a push holds, whatever maker it is of. */
export interface PushContent {
  media: MediaPart[]
  texts: string[]
  problems: SignalProblem[]
}

/** Divides a push into its pictures and texts. Pictures are known by their bytes. */
function readContent(raw: Uint8Array, rawType: string, limits: ParseLimits): PushContent {
  const content = new MessageContent(limits)
  // The fields of a form are read as a text.
  const type = rawType.replace(/; winnow-query=.*$/, '').replace(/^application\/x-www-form-urlencoded/i, 'text/plain')
  const message = raw.length === 0 ? { leaves: [], problems: [] } : splitBody(raw, type, limits)
  const texts = message.leaves
    .flatMap((leaf) => content.add(leaf))
    .map(({ bytes, charset }) => decodeText(bytes.subarray(0, MOST_TEXT), charset).text)
  return { media: content.media, texts, problems: [...message.problems, ...content.problems] }
}

/** What a maker's reader finds. */
export type PushReading = Pick<ParsedSignal, 'kind' | 'vendor' | 'event' | 'eventType'> &
  Partial<Pick<ParsedSignal, 'channel' | 'channelName' | 'deviceName' | 'deviceTime' | 'text'>> & {
    media?: readonly MediaPart[]
    problems?: readonly SignalProblem[]
  }

/** Reads a push. Never throws. What nobody can read is `unparsed`, so that it is passed on. */
export function parsePush(
  raw: Uint8Array,
  rawType: string,
  options: PushOptions,
  read: (content: PushContent, query: URLSearchParams, limits: ParseLimits) => PushReading,
): ParsedSignal {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  try {
    const content = readContent(raw, rawType, limits)
    return toSignal(raw, content, read(content, queryOf(rawType), limits), { ...options, limits })
  } catch (error) {
    return brokenSignal(error)
  }
}

function toSignal(
  raw: Uint8Array,
  content: PushContent,
  reading: PushReading,
  { receivedAt, storedAs, limits }: PushOptions & { limits: ParseLimits },
): ParsedSignal {
  const media = [...content.media, ...(reading.media ?? [])].slice(0, limits.maxParts)
  const problems: SignalProblem[] = [...content.problems, ...(reading.problems ?? [])]
  if (media.length === 0 && reading.kind !== 'stop') problems.push({ code: 'no-media' })
  const signal = {
    kind: reading.kind,
    vendor: reading.vendor,
    event: lineOrNull(reading.event),
    eventType: reading.eventType,
    channel: reading.channel ?? null,
    channelName: lineOrNull(reading.channelName),
    deviceName: lineOrNull(reading.deviceName, 100),
    deviceSerial: null,
    deviceTime: reading.deviceTime ?? null,
    subject: null,
    text: cleanText(reading.text ?? '')
      .slice(0, limits.maxTextChars)
      .toWellFormed(),
    messageId: null,
    media,
    problems,
  }
  // A push without a time is always new: a second event of the same kind has the same content.
  const key = messageKey({
    channel: 'http',
    senderKey: null,
    mediaHashes: media.map(({ sha256 }) => sha256),
    event: signal.event,
    subject: null,
    time: signal.deviceTime,
    // Channels of a recorder trigger in the same second, and an event can end in the second of the next one.
    text: [signal.kind, signal.channel ?? '', signal.text].join('\n'),
    raw,
    isWhole: signal.kind !== 'unparsed' && !problems.some(losesPictures),
    receivedAt,
    storedAs,
  })
  return { ...signal, ...key }
}
