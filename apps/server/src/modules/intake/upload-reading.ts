import { isEmptyAlarm, type ParsedSignal } from '@winnow/intake'
import { BusyError } from '../../platform/crypto/gate.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { StoredMedia } from '../../platform/media/media-store.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { fileStored } from './process-signal.ts'
import { readSignal } from './read-signal.ts'
import type { SignalPump } from './signal-pump.ts'

/** How long a sender waits for its message to be read. After that it hears that we have it, and the alarm gets its name later. */
const WAIT_MS = 3_000

/** The reading of one upload while its sender waits for the answer. */
export interface UploadReading {
  /**
   * Reads what was stored, before it is taken in.
   * @throws AppError EMPTY_ALARM; BusyError for a picture that somebody tries, who can simply try again
   */
  inspect(stored: StoredMedia, receivedAt: Date): Promise<void>
  /** Files what was taken in, now or later. A failure here loses nothing. */
  file(id: string): Promise<void>
  /** Gives back the room it took. */
  end(): void
}

export function createUploadReading(
  deps: IntakeDeps & { pump: SignalPump },
  upload: { rawType: string; idempotencyKey: string | undefined; isTest: boolean },
): UploadReading {
  let leave: (() => void) | undefined
  let read: ParsedSignal | undefined

  return {
    async inspect({ key, bytes }, receivedAt) {
      leave = await deps.room.enter(bytes, WAIT_MS)
      if (!leave && upload.isTest) throw new BusyError('too many messages are being read')
      if (!leave) return
      try {
        read = await readSignal(deps.media, {
          source: 'http',
          raw_key: key,
          raw_type: upload.rawType,
          received_at: receivedAt,
          idempotency_key: upload.idempotencyKey ?? null,
        })
      } catch (err) {
        // It was stored a moment ago and is read again later.
        return deps.log.error({ err, key }, 'an upload could not be read at once')
      }
      if (!isEmptyAlarm(read)) return
      await deps.media
        .delete([key])
        .catch((err: unknown) => deps.log.warn({ err, key }, 'an empty upload was left behind'))
      throw new AppError('EMPTY_ALARM', 'There is no picture or clip in it')
    },
    async file(id) {
      if (!leave) return deps.pump.push(id)
      try {
        await fileStored(deps, id, read)
      } catch (err) {
        deps.log.error({ err, signalId: id }, 'signal could not be filed now; it stays stored and is tried again')
      }
    },
    end() {
      leave?.()
    },
  }
}
