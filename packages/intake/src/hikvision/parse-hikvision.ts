import { messageKey } from '../idempotency.ts'
import { DEFAULT_LIMITS, type ParseLimits } from '../limits.ts'
import { brokenSignal } from '../mail/parse-mail.ts'
import { losesPictures } from '../media/loses-pictures.ts'
import { MessageContent } from '../media/collect.ts'
import { splitBody } from '../mime/split-parts.ts'
import type { ParsedSignal, SignalProblem } from '../signal.ts'
import { decodeText } from '../text/charset.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'
import { classifyEvent } from '../vendors/event-type.ts'
import { type HikvisionEvent, isHeartbeat, readEventXml } from './read-event-xml.ts'

/** The facts about a message that are not in its body. */
export interface HikvisionOptions {
  receivedAt: Date
  limits?: Partial<ParseLimits>
}

interface Content {
  event: HikvisionEvent | null
  xml: string
  media: ParsedSignal['media']
  problems: SignalProblem[]
}

const XML_BYTES = 64 * 1024

function readContent(raw: Uint8Array, contentType: string, { receivedAt, limits: given }: HikvisionOptions): Content {
  const limits = { ...DEFAULT_LIMITS, ...given }
  const isMultipart = /^multipart\//i.test(contentType)
  // Firmware names a bare XML body in several ways, or not at all.
  const message = isMultipart
    ? splitBody(raw, contentType, limits)
    : { leaves: splitBody(raw, 'text/xml', limits).leaves, problems: [] }
  const content = new MessageContent(limits)
  const texts = message.leaves.flatMap((leaf) => [
    ...content.add(leaf),
    // A part whose type and name promise something else may be the message all the same.
    ...(/^text\/|xml/.test(leaf.type) ? [] : [{ type: leaf.type, charset: leaf.charset, bytes: leaf.body }]),
  ])
  const problems = [...message.problems, ...content.problems]
  for (const { bytes, charset } of texts) {
    const xml = decodeText(bytes.subarray(0, XML_BYTES), charset).text
    const event = readEventXml(xml, receivedAt)
    if (typeof event !== 'string') return { event, xml, media: content.media, problems }
    if (event === 'defines entities') problems.push({ code: 'part-unread', detail: 'XML that defines entities' })
  }
  return { event: null, xml: '', media: content.media, problems }
}

/**
 * Reads an event message that a Hikvision device has pushed: XML, or a multipart of XML and pictures. Never throws. A message that cannot
 * be read is `unparsed`, so that it is passed on.
 */
export function parseHikvision(raw: Uint8Array, contentType: string, options: HikvisionOptions): ParsedSignal {
  try {
    return toSignal(raw, contentType, readContent(raw, contentType, options), options)
  } catch (error) {
    return withKey(raw, '', brokenSignal(error), options)
  }
}

/** What decides where a message goes, before it is stored. */
export interface HikvisionClues {
  /** Whether it only says that the device is there. It makes no signal. */
  isHeartbeat: boolean
  channel: string | null
  /** See {@link HikvisionEvent}. */
  writtenChannel: string | null
  channelName: string | null
}

/** Reads of a message what decides where it goes. Never throws. */
export function readHikvisionClues(raw: Uint8Array, contentType: string, options: HikvisionOptions): HikvisionClues {
  try {
    const { event, media } = readContent(raw, contentType, options)
    const { channel = null, writtenChannel = null, channelName = null } = event ?? {}
    return {
      isHeartbeat: event !== null && media.length === 0 && isHeartbeat(event),
      channel,
      writtenChannel,
      channelName,
    }
  } catch {
    return { isHeartbeat: false, channel: null, writtenChannel: null, channelName: null }
  }
}

/** The problem of a message whose pictures were to be fetched from the device ({@link composeMessage}). */
function notFetched(contentType: string): SignalProblem[] {
  const [, detail] = /;\s*not-fetched=([a-z-]{1,40})/.exec(contentType) ?? []
  return detail === undefined ? [] : [{ code: 'not-fetched', detail }]
}

function toSignal(
  raw: Uint8Array,
  contentType: string,
  { event, xml, media, problems }: Content,
  options: HikvisionOptions,
): ParsedSignal {
  const type = event?.eventType ?? null
  const isOver = event?.isActive === false && media.length === 0
  const found = [
    ...problems,
    ...(media.length === 0 ? [{ code: 'no-media' } as const] : []),
    ...notFetched(contentType),
  ]
  const maxChars = options.limits?.maxTextChars ?? DEFAULT_LIMITS.maxTextChars
  const signal: ParsedSignal = {
    kind: event === null && media.length === 0 ? 'unparsed' : isOver ? 'stop' : 'alarm',
    vendor: 'hikvision',
    event: lineOrNull(type),
    eventType: classifyEvent(event?.target, type, event?.description),
    channel: event?.channel ?? null,
    channelName: event?.channelName ?? null,
    deviceName: lineOrNull(event?.address, 100),
    deviceSerial: lineOrNull(event?.mac, 40),
    deviceTime: event?.time ?? null,
    subject: null,
    text: cleanText(event?.description ?? '')
      .slice(0, maxChars)
      .toWellFormed(),
    messageId: null,
    media,
    problems: found,
    idempotencyKey: '',
    repeatWithinMs: null,
  }
  return withKey(raw, xml, signal, options)
}

/** Further posts of one event differ in their count (`activePostCount`), so they are no resends of the first; they join its alarm. */
function withKey(raw: Uint8Array, xml: string, signal: ParsedSignal, { receivedAt }: HikvisionOptions): ParsedSignal {
  const key = messageKey({
    channel: 'hikvision',
    senderKey: null,
    mediaHashes: signal.media.map((part) => part.sha256),
    event: signal.event,
    subject: null,
    time: signal.deviceTime,
    text: xml,
    raw,
    isWhole: signal.kind !== 'unparsed' && !signal.problems.some(losesPictures),
    receivedAt,
  })
  return { ...signal, ...key }
}
