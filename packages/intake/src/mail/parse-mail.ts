import { randomUUID } from 'node:crypto'
import { emptySignal } from '../empty-signal.ts'
import { messageKey } from '../idempotency.ts'
import { DEFAULT_LIMITS, type ParseLimits } from '../limits.ts'
import { MessageContent } from '../media/collect.ts'
import { losesPictures } from '../media/loses-pictures.ts'
import { splitMessage, type SplitMessage } from '../mime/split-parts.ts'
import type { MediaPart, ParsedSignal, SignalKind, SignalProblem } from '../signal.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'
import { BodyFields } from '../vendors/body-fields.ts'
import { readDeviceTime } from '../vendors/device-time.ts'
import { classifyEvent } from '../vendors/event-type.ts'
import { readMail } from '../vendors/read-mail.ts'
import type { MailText, Reading } from '../vendors/reading.ts'
import { isTestMessage } from '../vendors/test-message.ts'
import { TextParts } from './text-parts.ts'

/** The facts about a message that are not in its bytes but are needed to read it. */
export interface ParseOptions {
  /** When the last byte arrived. This is the time of the alarm, since a device's clock is not trusted. */
  receivedAt: Date
  limits?: Partial<ParseLimits>
}

/**
 * Reads one mail of a device. Never throws, and its work is linear in the size of `raw`. A mail that exceeds the limits becomes `unparsed`,
 * with all pictures that were found and the reason among its problems. No picture is opened here.
 */
export async function parseMail(raw: Uint8Array, options: ParseOptions): Promise<ParsedSignal> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  try {
    return readSignal(raw, limits, options.receivedAt)
  } catch (error) {
    // A message that breaks the parser is a bug here, but the alarm is still passed on.
    return brokenSignal(error)
  }
}

function readSignal(raw: Uint8Array, limits: ParseLimits, receivedAt: Date): ParsedSignal {
  const message = splitMessage(raw, limits)
  const { media, texts, problems } = readLeaves(message, limits)
  const { headers } = message
  const charset = texts.charset
  const text = texts.text(limits.maxTextChars)
  const mail: MailText = {
    subject: headers.text('subject', charset) ?? '',
    from: headers.text('from', charset) ?? '',
    mailer: headers.text('x-mailer') ?? headers.text('user-agent') ?? '',
    text,
    fields: new BodyFields(text),
    source: texts.source(),
  }
  const reading = readMail(mail)
  const near = receivedAt
  const bodyTime = readDeviceTime(reading.time, { hint: reading.timeHint, near })
  const deviceTime = bodyTime ?? readDeviceTime(headers.text('date'), { near })
  const messageId = lineOrNull(headers.get('message-id'), 300)
  const event = lineOrNull(reading.event)
  if (media.length === 0) problems.push({ code: 'no-media' })
  return {
    kind: kindOf({ mail, reading, problems, text, hasMedia: media.length > 0 }),
    vendor: reading.vendor,
    event,
    eventType: classifyEvent(event, mail.subject, text),
    channel: lineOrNull(reading.channel, 40),
    channelName: lineOrNull(reading.channelName),
    deviceName: lineOrNull(reading.deviceName),
    deviceSerial: lineOrNull(reading.deviceSerial),
    deviceTime,
    subject: mail.subject || null,
    text,
    messageId,
    media,
    problems,
    ...messageKey({
      channel: 'mail',
      senderKey: messageId,
      mediaHashes: media.map((part) => part.sha256),
      event,
      subject: mail.subject,
      time: deviceTime,
      text,
      raw,
      isWhole: !problems.some(losesPictures),
      receivedAt,
    }),
  }
}

function readLeaves(
  message: SplitMessage,
  limits: ParseLimits,
): { media: MediaPart[]; texts: TextParts; problems: SignalProblem[] } {
  const content = new MessageContent(limits)
  const texts = new TextParts(limits)
  const isDecoded = message.leaves.flatMap((leaf) => content.add(leaf)).map((text) => texts.add(text))
  const problems = [...message.problems, ...content.problems]
  if (isDecoded.includes(false)) problems.push({ code: 'bad-encoding', detail: 'text' })
  return { media: content.media, texts, problems }
}

/** The kind of a mail. It is an alarm unless it is clearly a stop, clearly a test, or could not be read. */
function kindOf(found: {
  mail: MailText
  reading: Reading
  problems: SignalProblem[]
  text: string
  hasMedia: boolean
}): SignalKind {
  const { mail, reading, hasMedia, problems, text } = found
  const bounded = problems.some((problem) => problem.code === 'too-many-parts' || problem.code === 'too-deep')
  if (bounded) return 'unparsed'
  const says = mail.subject !== '' || text.trim() !== ''
  if (!hasMedia && (!says || problems.some((problem) => problem.code === 'not-mime'))) return 'unparsed'
  if (isTestMessage(mail, reading, hasMedia || problems.some(losesPictures))) return 'test'
  return reading.stop ? 'stop' : 'alarm'
}

/** Makes the signal of a message on which the reader failed. Its key is new each time, so no later message is taken for its resend. */
export function brokenSignal(error: unknown): ParsedSignal {
  const detail = cleanText(`reader failed: ${error instanceof Error ? error.message : String(error)}`).slice(0, 200)
  return emptySignal({ code: 'not-mime', detail }, randomUUID())
}
