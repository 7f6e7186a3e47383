import type { ParsedSignal } from '@winnow/intake'
import { claimSignal, type ClaimedSignal } from './claim-signal.ts'
import { fileSignal } from './file-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { readSignal } from './read-signal.ts'
import { storeMedia } from './store-media.ts'

/** After so many attempts that ended nowhere the message is passed on unread. A program that is killed while it reads counts too, hence not few. */
const MAX_ATTEMPTS = 10

/** What is known of a message that could not be read: that it came. */
const unread = (signal: ClaimedSignal): ParsedSignal => ({
  kind: 'unparsed',
  vendor: 'generic',
  event: null,
  eventType: 'unknown',
  channel: null,
  channelName: null,
  deviceName: null,
  deviceSerial: null,
  deviceTime: null,
  subject: null,
  text: '',
  messageId: null,
  media: [],
  problems: [{ code: 'not-mime', detail: 'reading failed' }],
  idempotencyKey: `unread:${signal.id}`,
})

/**
 * Reads one stored signal and files it. Safe to call twice, late, or from several processes. A failure leaves the signal where
 * it was, for the next attempt; after the last one it becomes an alarm without pictures, passed on unverified.
 */
export async function processSignal(deps: IntakeDeps, id: string): Promise<void> {
  const signal = await claimSignal(deps.db, id, deps.clock.now())
  if (!signal) return
  const parsed = signal.attempts > MAX_ATTEMPTS ? unread(signal) : await readSignal(deps.media, signal)
  const parts = await storeMedia(deps.media, { id: signal.id, receivedAt: signal.received_at }, parsed.media)
  const outcome = await fileSignal(deps, signal, parsed, parts)
  deps.log.info(
    {
      signalId: id,
      alarmId: outcome.alarmId,
      kind: parsed.kind,
      duplicateOf: outcome.duplicateOf,
      media: parts.length,
    },
    'signal filed',
  )
  if (outcome.alarmId !== null) deps.onTask()
}
