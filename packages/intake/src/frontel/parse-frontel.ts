import { BARE_REPEAT_MS, messageKey } from '../idempotency.ts'
import { brokenSignal } from '../mail/parse-mail.ts'
import { mediaPart } from '../media/collect.ts'
import type { MediaPart, ParsedSignal, SignalKind, SignalProblem } from '../signal.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'
import { type FrontelEffect, readEvent } from './meaning.ts'
import { type FrontelMessage, readStored } from './stored-message.ts'

/** The facts about a message that are not in its stored text. */
export interface FrontelOptions {
  receivedAt: Date
}

const KINDS: Readonly<Record<FrontelEffect, SignalKind>> = {
  alarm: 'alarm',
  end: 'stop',
  // A sign of life, as the tests of cameras: it opens no alarm.
  report: 'test',
  test: 'test',
  arm: 'test',
  disarm: 'test',
}

/** Reads one stored message of a panel into a signal. Never throws. What cannot be read is `unparsed`, so that it is passed on. */
export function parseFrontel(raw: Uint8Array, { receivedAt }: FrontelOptions): ParsedSignal {
  try {
    return toSignal(readStored(raw), raw, receivedAt)
  } catch (error) {
    return brokenSignal(error)
  }
}

function toSignal(message: FrontelMessage, raw: Uint8Array, receivedAt: Date): ParsedSignal {
  const { serial, file } = message
  const event = message.event === null ? undefined : readEvent(message.event)
  const { media, problems } = mediaOf(file)
  const words = event && (event.words === null ? `EVENT ${event.code}` : `${event.words} (${event.code})`)
  return {
    // A file that came without an event may be the only sign of an alarm.
    kind: event ? KINDS[event.effect] : file ? 'alarm' : 'unparsed',
    vendor: 'generic',
    event: lineOrNull(words),
    eventType: event?.eventType ?? 'unknown',
    channel: event?.device == null ? null : String(event.device),
    channelName: null,
    deviceName: null,
    deviceSerial: serial,
    deviceTime: timeOf(message.at),
    subject: `Frontel ${serial}`,
    text: cleanText([message.event, file?.header].filter(Boolean).join('\n')).slice(0, 4000).toWellFormed(),
    messageId: null,
    media,
    problems: event || file ? problems : [{ code: 'unread', detail: 'Frontel' }],
    ...keyOf(message, raw, media, receivedAt),
  }
}

/** A file is kept as it came. Where its form is known, it is a picture or clip as any; else whoever sees the alarm is told. */
function mediaOf(file: FrontelMessage['file']): { media: MediaPart[]; problems: SignalProblem[] } {
  if (!file || file.content.length === 0) return { media: [], problems: [{ code: 'no-media' }] }
  const part = mediaPart({ name: 'frontel.bin', declaredType: null, bytes: Buffer.from(file.content), offsetMs: null })
  const problems: SignalProblem[] = file.isWhole ? [] : [{ code: 'truncated', detail: 'Frontel' }]
  if (part.detectedType === null) problems.push({ code: 'part-unread', detail: 'Frontel: closed format' })
  return { media: [part], problems }
}

/** Digits of the panel's clock as a time without a zone, of which it says nothing; null if they are none. */
function timeOf(at: string | null): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(at ?? '')
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return Number.isNaN(Date.parse(`${time}Z`)) ? null : time
}

/**
 * What a message and its repeats have in common. A panel numbers nothing, and its clock is that of the login. It repeats what was not acknowledged, soon
 * and in another connection. What is the same after an acknowledgement, or again in one connection, is another event.
 */
function keyOf(
  { serial, epoch, nth, event, file }: FrontelMessage,
  raw: Uint8Array,
  media: MediaPart[],
  receivedAt: Date,
) {
  const isWhole = file?.isWhole ?? true
  const { idempotencyKey } = messageKey({
    channel: 'videofied',
    senderKey: null,
    mediaHashes: [],
    event,
    subject: media[0]?.sha256 ?? null,
    time: null,
    text: [serial, epoch, nth, file?.header ?? ''].join('\n'),
    raw,
    isWhole,
    receivedAt,
  })
  // A panel that sends no REQACK has one key for all equal events: a day later, one of them is no repeat.
  return { idempotencyKey, repeatWithinMs: BARE_REPEAT_MS }
}
