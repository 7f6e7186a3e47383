import { messageKey } from '../idempotency.ts'
import { DEFAULT_LIMITS, type ParseLimits } from '../limits.ts'
import { brokenSignal, type ParseOptions } from '../mail/parse-mail.ts'
import { fileName, mediaPart } from '../media/collect.ts'
import { losesPictures } from '../media/loses-pictures.ts'
import { sniffMedia } from '../media/sniff.ts'
import type { ParsedSignal, SignalKind, SignalProblem } from '../signal.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'
import { readDeviceTime } from '../vendors/device-time.ts'
import { classifyEvent, isStopPhrase } from '../vendors/event-type.ts'
import { emptyHttpAlarm, type HttpAlarmIssue, type HttpAlarmReading } from './http-alarm.ts'
import { readJsonAlarm } from './json-alarm.ts'
import { readMultipartAlarm } from './multipart-alarm.ts'

/** The facts about an HTTP request that are not in its body but are needed to read it. */
export interface HttpParseOptions extends ParseOptions {
  /** The request's `Idempotency-Key`. */
  idempotencyKey?: string
  /** The name under which the request is stored. */
  storedAs?: string
}

/**
 * Reads the body of an alarm request: JSON, multipart, or a bare picture or clip. Lists its errors for the sender; an empty list means that
 * the request is valid.
 */
export function readHttpAlarm(
  raw: Uint8Array,
  contentType: string,
  options: { limits?: Partial<ParseLimits> } = {},
): HttpAlarmReading {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (raw.length === 0) return { alarm: emptyHttpAlarm(), issues: [{ path: '', message: 'is empty' }], isEmpty: true }
  if (type.startsWith('multipart/')) return readMultipartAlarm(raw, contentType, limits)
  if (type === 'application/json' || type.endsWith('+json')) return readJsonAlarm(raw, limits)
  return readBareFile(raw, type, limits)
}

function readBareFile(raw: Uint8Array, type: string, limits: ParseLimits): HttpAlarmReading {
  if (!sniffMedia(raw) && !/^(image|video)\//.test(type)) {
    const message = 'is neither multipart, JSON, a picture nor a clip'
    return { alarm: emptyHttpAlarm(), issues: [{ path: '', message }], isEmpty: false }
  }
  if (raw.length > limits.maxPartBytes) {
    return {
      alarm: emptyHttpAlarm(),
      issues: [{ path: '', message: `must have at most ${limits.maxPartBytes} bytes` }],
      isEmpty: false,
    }
  }
  const media = [{ name: null, contentType: type || null, bytes: raw, offsetMs: null }]
  return { alarm: { ...emptyHttpAlarm(), media }, issues: [], isEmpty: false }
}

/**
 * Reads a stored alarm request into a signal. Never throws: errors of {@link readHttpAlarm} become problems, and a body without usable
 * content is `unparsed`.
 */
export async function parseHttpAlarm(
  raw: Uint8Array,
  contentType: string,
  options: HttpParseOptions,
): Promise<ParsedSignal> {
  try {
    return withKey(raw, toSignal(readHttpAlarm(raw, contentType, options), options), options)
  } catch (error) {
    return withKey(raw, brokenSignal(error), options)
  }
}

/** Whether a request is an alarm that contains no pictures and from which nothing was lost. The sender can then correct the request. */
export function isEmptyAlarm({ kind, problems }: ParsedSignal): boolean {
  return kind === 'unparsed' && problems.every(({ code }) => code === 'no-media')
}

function toSignal({ alarm, issues, isEmpty }: HttpAlarmReading, options: HttpParseOptions): ParsedSignal {
  const event = lineOrNull(alarm.event)
  const maxChars = options.limits?.maxTextChars ?? DEFAULT_LIMITS.maxTextChars
  const text = cleanText(alarm.text).slice(0, maxChars).toWellFormed()
  const media = alarm.media.map(({ name, contentType, bytes, offsetMs }) =>
    mediaPart({ name: name && fileName(name), declaredType: lineOrNull(contentType, 100), bytes, offsetMs }),
  )
  const problems = isEmpty ? [] : [...alarm.problems]
  if (problems.length === 0 && !isEmpty) problems.push(...issues.map(toProblem))
  if (media.length === 0) problems.push({ code: 'no-media' })
  return {
    kind: kindOf(event, media.length > 0, problems),
    vendor: 'generic',
    event,
    eventType: classifyEvent(event, text),
    channel: lineOrNull(alarm.channel, 40),
    channelName: null,
    deviceName: null,
    deviceSerial: null,
    deviceTime: readDeviceTime(alarm.deviceTime, { near: options.receivedAt }),
    subject: null,
    text,
    messageId: null,
    media,
    problems,
    idempotencyKey: '',
    repeatWithinMs: null,
  }
}

function toProblem({ path, message }: HttpAlarmIssue): SignalProblem {
  return { code: path === '' ? 'not-mime' : 'bad-encoding', detail: `${path || 'body'} ${message}` }
}

function kindOf(event: string | null, hasMedia: boolean, problems: SignalProblem[]): SignalKind {
  if (problems.some(({ code }) => code === 'too-many-parts' || code === 'too-deep')) return 'unparsed'
  if (event !== null && /^test$/i.test(event)) return 'test'
  if (isStopPhrase(event, { isListed: true })) return 'stop'
  return hasMedia ? 'alarm' : 'unparsed'
}

function withKey(raw: Uint8Array, signal: ParsedSignal, options: HttpParseOptions): ParsedSignal {
  const isWhole = signal.kind !== 'unparsed' && !signal.problems.some(losesPictures)
  const key = messageKey({
    channel: 'http',
    senderKey: options.idempotencyKey ?? null,
    mediaHashes: signal.media.map((part) => part.sha256),
    event: signal.event,
    subject: null,
    time: signal.deviceTime,
    text: signal.text,
    raw,
    isWhole,
    receivedAt: options.receivedAt,
    storedAs: options.storedAs,
  })
  return { ...signal, ...key }
}
