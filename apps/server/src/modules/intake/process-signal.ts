import { applyMailTemplates, type ParsedSignal } from '@winnow/intake'
import { inSystemAtOnce, type AtOnce } from '../../platform/db/transaction.ts'
import { isRefusedValue } from '../../platform/db/refused-value.ts'
import { MediaUnavailable } from '../../platform/media/media-unavailable.ts'
import { type ClaimedSignal, claimSignal, findStoredBytes } from './claim-signal.ts'
import { withFetchedPictures } from './fetched-pictures.ts'
import { fileSignal } from './file-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { putOffSignal } from './put-off-signal.ts'
import { readSignal } from './read-signal.ts'
import { storeMedia } from './store-media.ts'
import { unreadSignal } from './unread-signal.ts'

/**
 * After this many failed attempts, the message is passed on unread. The number is high because an attempt is also counted if the process is
 * killed during it.
 */
const MAX_ATTEMPTS = 10

/** Reads a message, a mail by the templates of its company. */
async function readByTemplates({ media, fetchVmsPictures }: IntakeDeps, signal: ClaimedSignal): Promise<ParsedSignal> {
  const parsed = await readSignal(media, signal, fetchVmsPictures)
  return applyMailTemplates(parsed, signal.mail_templates ?? [], signal.received_at)
}

/**
 * Reads one stored signal and files it. The caller has reserved memory for it. Safe to call twice, late, or from several processes. After a
 * failure the signal waits for the next attempt. After the last attempt that failed because of the message itself, it is passed on unread.
 * @param stored.atOnce the transaction of the signal's company, or of all companies if its company is not known
 * @param read the content of the signal, if it was read already
 */
export async function fileStored(
  deps: IntakeDeps,
  { id, atOnce }: { id: string; atOnce: AtOnce },
  read?: ParsedSignal,
): Promise<void> {
  const signal = await claimSignal(deps.preparedDb, id, deps.clock.now(), atOnce)
  if (!signal) return
  let parsed: ParsedSignal
  try {
    parsed =
      signal.attempts > MAX_ATTEMPTS
        ? unreadSignal(id)
        : await withFetchedPictures(deps, signal, read ?? (await readByTemplates(deps, signal)))
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

/** Waits for memory, and then does the same as {@link fileStored}. */
export async function processSignal(deps: IntakeDeps, id: string): Promise<void> {
  const bytes = await findStoredBytes(deps.preparedDb, id)
  if (bytes === undefined) return
  const leave = await deps.readingMemory.enter(bytes)
  try {
    await fileStored(deps, { id, atOnce: inSystemAtOnce })
  } finally {
    leave?.()
  }
}
