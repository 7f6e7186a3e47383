import type { Logger } from '../../platform/log.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { Clock } from '../../platform/clock.ts'

/** Messages a camera may send per minute; more is a device gone wild, which must not fill the disk. */
const PER_CAMERA = 120
/** Messages one sender address may send per minute, whatever the cameras behind it. */
const PER_ADDRESS = 6_000
const DISK_CHECK_MS = 5_000

export interface IngestLimits {
  byCamera: RateLimiter
  byAddress: RateLimiter
  /** Whether there is room for more; looked up at most every few seconds. */
  hasRoom(): boolean
  /** @throws AppError STORAGE_FULL */
  requireRoom(): void
  freeBytes(): number | undefined
  wantedBytes: number
  stop(): void
}

export async function createIngestLimits(deps: {
  media: MediaStore
  clock: Clock
  log: Logger
  minFreeDiskMb: number
}): Promise<IngestLimits> {
  const wantedBytes = deps.minFreeDiskMb * 1024 * 1024
  let free = await deps.media.freeBytes()
  const look = async (): Promise<void> => {
    try {
      free = await deps.media.freeBytes()
    } catch (err) {
      deps.log.error({ err }, 'free space could not be read')
    }
  }
  const timer = setInterval(() => void look(), DISK_CHECK_MS)
  const hasRoom = (): boolean => free === undefined || free >= wantedBytes
  return {
    byCamera: createRateLimiter({ limit: PER_CAMERA, windowMs: 60_000, capacity: 300_000 }),
    byAddress: createRateLimiter({ limit: PER_ADDRESS, windowMs: 60_000 }),
    hasRoom,
    requireRoom() {
      if (!hasRoom())
        throw new AppError('STORAGE_FULL', 'The disk is nearly full: nothing more can be taken in', { retryAfter: 60 })
    },
    freeBytes: () => free,
    wantedBytes,
    stop: () => clearInterval(timer),
  }
}
