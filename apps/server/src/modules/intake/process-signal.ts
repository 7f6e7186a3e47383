import type { ParsedSignal } from '@winnow/intake'
import { isRefusedValue } from '../../platform/db/refused-value.ts'
import { MediaUnavailable } from '../../platform/media/media-unavailable.ts'
import { claimSignal, findStoredBytes } from './claim-signal.ts'
import { fileSignal } from './file-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { putOffSignal } from './put-off-signal.ts'
import { readSignal } from './read-signal.ts'
import { storeMedia } from './store-media.ts'
import { unreadSignal } from './unread-signal.ts'

/** After so many attempts that ended nowhere the message is passed on unread. A program that is killed while it reads counts too, hence not few. */
const MAX_ATTEMPTS = 10

/**
 * Reads one stored signal and files it; whoever calls has room for it in memory. Safe to call twice, late, or from several processes. A failure
 * leaves the signal where it was, for the next attempt; after the last one that was the message's own fault it is passed on unread.
 * @param read what was read of it already
 */
export async function fileStored(deps: IntakeDeps, id: string, read?: ParsedSignal): Promise<void> {
  const signal = await claimSignal(deps.often, id, deps.clock.now())
  if (!signal) return
  let parsed: ParsedSignal
  try {
    parsed = signal.attempts > MAX_ATTEMPTS ? unreadSignal(id) : (read ?? (await readSignal(deps.media, signal)))
  } catch (err) {
    return await putOffSignal(deps, signal, { err, isOwnFault: !(err instanceof MediaUnavailable) })
  }
  try {
    const parts = await storeMedia(deps.media, { id, receivedAt: signal.received_at }, parsed.media)
    const { alarmId, duplicateOf } = await fileSignal(deps, signal, parsed, parts)
    deps.log.info({ signalId: id, alarmId, kind: parsed.kind, duplicateOf, media: parts.length }, 'signal filed')
    if (alarmId !== null) deps.onTask()
  } catch (err) {
    await putOffSignal(deps, signal, { err, isOwnFault: isRefusedValue(err) })
  }
}

/** As {@link fileStored}, once there is room for the message in memory. */
export async function processSignal(deps: IntakeDeps, id: string): Promise<void> {
  const bytes = await findStoredBytes(deps.often, id)
  if (bytes === undefined) return
  const leave = await deps.room.enter(bytes)
  try {
    await fileStored(deps, id)
  } finally {
    leave?.()
  }
}
