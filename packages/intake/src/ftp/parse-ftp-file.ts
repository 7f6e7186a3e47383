import { messageKey } from '../idempotency.ts'
import { DEFAULT_LIMITS, type ParseLimits } from '../limits.ts'
import { brokenSignal } from '../mail/parse-mail.ts'
import { fileName, mediaPart } from '../media/collect.ts'
import { holdsNoPicture } from '../media/holds-no-picture.ts'
import { isTruncated } from '../media/is-truncated.ts'
import { losesPictures } from '../media/loses-pictures.ts'
import { claimsMedia, sniffMedia } from '../media/sniff.ts'
import type { MediaPart, ParsedSignal, SignalProblem } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { classifyEvent } from '../vendors/event-type.ts'
import { readFilePath } from './read-file-path.ts'

/** The facts about an upload that are not in the file. */
export interface FtpFileOptions {
  /** The path to which the device uploaded it. */
  path: string
  receivedAt: Date
  limits?: Partial<ParseLimits>
}

/** What a device writes to try a server: `test.txt`, `Testfile`, `ftp_test.tmp`. */
const TEST_NAME = /(^|[^a-z])test([^a-z]|file|$)/i

/**
 * Reads one uploaded file into a signal. Never throws. A file that may be a picture and cannot be read as one is `unparsed`, so that it is passed
 * on. One that holds no picture by its name, as an index or a device's test file, says only that the device reaches the server.
 */
export function parseFtpFile(raw: Uint8Array, options: FtpFileOptions): ParsedSignal {
  try {
    return withKey(raw, toSignal(raw, options), options)
  } catch (error) {
    return withKey(raw, brokenSignal(error), options)
  }
}

function toSignal(raw: Uint8Array, { path, receivedAt, limits }: FtpFileOptions): ParsedSignal {
  const { event, ...reading } = readFilePath(path, receivedAt)
  const name = fileName(path)
  const media: MediaPart[] = []
  const problems: SignalProblem[] = []
  const detected = sniffMedia(raw)
  const isMedia = detected !== null || claimsMedia(name, null)
  const { maxPartBytes } = { ...DEFAULT_LIMITS, ...limits }
  const isOther = !isMedia && (holdsNoPicture({ name, type: null, bytes: raw }) || isTry(name, raw))
  if (isOther) problems.push({ code: 'no-media' })
  else if (raw.length === 0) problems.push({ code: 'truncated', detail: 'an empty file' })
  else if (raw.length > maxPartBytes)
    problems.push({ code: 'part-too-large', detail: `more than ${maxPartBytes} bytes` })
  else if (!isMedia) problems.push({ code: 'part-unread', detail: lineOrNull(name, 100) ?? 'no picture' })
  else {
    media.push(mediaPart({ name, declaredType: null, bytes: raw, offsetMs: null }))
    if (isTruncated(raw, detected)) problems.push({ code: 'truncated', detail: `${raw.length} bytes` })
  }
  return {
    kind: isOther ? 'test' : media.length > 0 ? 'alarm' : 'unparsed',
    ...reading,
    event: lineOrNull(event?.replaceAll('_', ' ')),
    eventType: classifyEvent(event),
    channelName: null,
    deviceName: lineOrNull(reading.deviceName),
    deviceSerial: lineOrNull(reading.deviceSerial),
    subject: lineOrNull(path, 500),
    text: '',
    messageId: null,
    media,
    problems,
    idempotencyKey: '',
    repeatWithinMs: null,
  }
}

const isTry = (name: string | null, raw: Uint8Array): boolean =>
  raw.length <= 1024 && (name === null || raw.length === 0 || TEST_NAME.test(name))

function withKey(raw: Uint8Array, signal: ParsedSignal, { path, receivedAt }: FtpFileOptions): ParsedSignal {
  const key = messageKey({
    channel: 'ftp',
    senderKey: null,
    mediaHashes: signal.media.map((part) => part.sha256),
    event: signal.event,
    subject: path,
    time: signal.deviceTime,
    text: '',
    raw,
    isWhole: signal.kind !== 'unparsed' && !signal.problems.some(losesPictures),
    receivedAt,
  })
  return { ...signal, ...key }
}
