import { isEmptyAlarm, type ParsedSignal } from '@winnow/intake'
import { BusyError } from '../../platform/crypto/gate.ts'
import type { AtOnce } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { StoredMedia } from '../../platform/media/media-store.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { fileStored } from './process-signal.ts'
import { readSignal } from './read-signal.ts'
import type { SignalPump } from './signal-pump.ts'

/** The time for which a sender waits until its message is read. After that, the reply only says that the message was accepted. */
const WAIT_MS = 3_000

/** Reads one upload while its sender waits for the reply. */
export interface UploadReading {
  /**
   * Reads the stored upload before it is accepted.
   * @throws AppError EMPTY_ALARM; BusyError for a test picture, whose sender can simply try again
   */
  inspect(stored: StoredMedia, receivedAt: Date): Promise<void>
  /** Files an accepted message, now or later. If that fails, the pump reads the message again. */
  file(id: string): Promise<void>
  /** Releases the memory that was reserved for the upload. */
  end(): void
}

/** The error with which an upload is refused after reading; undefined if it is accepted. */
async function refusalOf(read: ParsedSignal, { check }: Upload): Promise<unknown> {
  if (isEmptyAlarm(read)) return new AppError('EMPTY_ALARM', 'There is no picture or clip in it')
  return check?.(read).then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
}

/** An upload to read. */
interface Upload {
  atOnce: AtOnce
  rawType: string
  idempotencyKey: string | undefined
  isTest: boolean
  /** Refuses what was read, by throwing. An upload with this check is never accepted unread. */
  check?: ((read: ParsedSignal) => Promise<void>) | undefined
}

export function createUploadReading(deps: IntakeDeps & { pump: SignalPump }, upload: Upload): UploadReading {
  let leave: (() => void) | undefined
  let read: ParsedSignal | undefined

  return {
    async inspect({ key, bytes }, receivedAt) {
      leave = await deps.readingMemory.enter(bytes, WAIT_MS)
      if (!leave && (upload.isTest || upload.check)) throw new BusyError('too many messages are being read')
      if (!leave) return
      try {
        read = await readSignal(deps.media, {
          source: 'http',
          raw_key: key,
          raw_type: upload.rawType,
          recipient: null,
          received_at: receivedAt,
          idempotency_key: upload.idempotencyKey ?? null,
        })
      } catch (err) {
        if (upload.check) throw err
        // The upload is stored, so the pump will read it again later.
        return deps.log.error({ err, key }, 'an upload could not be read at once')
      }
      const refusal = await refusalOf(read, upload)
      if (refusal === undefined) return
      await deps.media
        .delete([key])
        .catch((err: unknown) => deps.log.warn({ err, key }, 'an empty upload was left behind'))
      throw refusal
    },
    async file(id) {
      if (!leave) return deps.pump.push(id)
      try {
        await fileStored(deps, { id, atOnce: upload.atOnce }, read)
      } catch (err) {
        deps.log.error({ err, signalId: id }, 'signal could not be filed now; it stays stored and is tried again')
      }
    },
    end() {
      leave?.()
    },
  }
}
