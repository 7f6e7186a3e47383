import { messageKey } from '../idempotency.ts'
import { brokenSignal } from '../mail/parse-mail.ts'
import type { ParsedSignal, SignalKind } from '../signal.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'
import { classifyEvent } from '../vendors/event-type.ts'
import type { Dc09Effect } from './meaning.ts'
import { type Dc09Event, readEvents } from './read-events.ts'
import { type Dc09Message, readClear } from './read-message.ts'
import { isInTime } from './time-window.ts'

/** The facts about a message that are not in its stored text. */
export interface Dc09Options {
  /** The detector whose events are meant; null for those of the system. */
  zone: number | null
  receivedAt: Date
}

const KINDS: Readonly<Record<Dc09Effect, SignalKind>> = {
  alarm: 'alarm',
  end: 'stop',
  // A sign of life, as the tests of cameras: it opens no alarm.
  report: 'test',
  test: 'test',
  arm: 'test',
  disarm: 'test',
}
const ORDER: readonly Dc09Effect[] = ['alarm', 'end', 'report', 'test', 'arm', 'disarm']

/** Reads one stored message of a panel into a signal. Never throws. What cannot be read is `unparsed`, so that it is passed on. */
export function parseDc09(raw: Uint8Array, options: Dc09Options): ParsedSignal {
  try {
    const message = readClear(raw)
    if (!message) return withKey(raw, undefined, brokenSignal(new Error('no message of DC-09')), options)
    return withKey(raw, message, toSignal(message, options), options)
  } catch (error) {
    return withKey(raw, undefined, brokenSignal(error), options)
  }
}

function toSignal(message: Dc09Message, { zone }: Dc09Options): ParsedSignal {
  const ofZone = readEvents(message).filter((event) => event.zone === zone)
  const [event] = ofZone.toSorted((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect))
  return {
    kind: event ? KINDS[event.effect] : 'unparsed',
    vendor: 'generic',
    event: event ? lineOrNull(event.words === null ? event.code : `${event.words} (${event.code})`) : null,
    eventType: event ? typeOf(event) : 'unknown',
    channel: zone === null ? null : String(zone),
    channelName: lineOrNull(event?.name),
    deviceName: null,
    deviceSerial: message.account,
    deviceTime: message.at?.toISOString() ?? null,
    subject: `${message.id} ${message.account}`,
    text: cleanText([message.data, ...message.extended].join('\n'))
      .slice(0, 4000)
      .toWellFormed(),
    messageId: null,
    media: [],
    problems: [event ? { code: 'no-media' } : { code: 'unread', detail: message.id }],
    idempotencyKey: '',
    repeatWithinMs: null,
  }
}

const typeOf = ({ isTamper, effect, name }: Dc09Event): ParsedSignal['eventType'] => {
  if (isTamper) return 'tamper'
  const named = classifyEvent(name)
  return effect !== 'alarm' ? 'unknown' : named === 'unknown' ? 'io' : named
}

/**
 * What a message and its repeats have in common. Panels send the same number until it is acknowledged, some with the time of the attempt. Numbers
 * begin again after a restart, so they only count for a short time.
 */
export const repeatMark = ({ account, id, sequence, data, extended }: Dc09Message): string =>
  [account, id, sequence, data, ...extended].join('\n')

/**
 * A message that came with a time that cannot be is the same as one with exactly that time, for as long as keys are stored: somebody may have
 * recorded it.
 */
function withKey(raw: Uint8Array, message: Dc09Message | undefined, signal: ParsedSignal, { receivedAt }: Dc09Options) {
  const isRecorded = message?.isEncrypted === true && !isInTime(message.at, receivedAt)
  const key = messageKey({
    channel: 'dc09',
    senderKey: null,
    mediaHashes: [],
    event: signal.event,
    subject: signal.channel,
    time: isRecorded ? (message.at?.toISOString() ?? null) : null,
    text: message ? repeatMark(message) : '',
    raw,
    isWhole: message !== undefined,
    receivedAt,
  })
  return { ...signal, ...key, ...(isRecorded ? { repeatWithinMs: null } : {}) }
}
