import { systemTicker, type Ticker } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { createAddressLimiter, createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Messages per camera and minute. Only a faulty device sends more, and it must not fill the disk. */
const PER_CAMERA = 120
/** Messages per sender address and minute, for all cameras behind it. */
const PER_ADDRESS = 6_000
const DISK_CHECK_MS = 5_000
/** The disk is reported as low if less than this multiple of the required free space is free. */
const LOW_FACTOR = 2

export interface IngestLimits {
  /** Limits messages by camera id. Messages to a site that name none of its cameras are counted together, by the site's id. */
  byCamera: RateLimiter
  /**
   * Counts a message of a camera. If one process counts for all processes, asks that process.
   * @throws AppError RATE_LIMITED
   */
  requireCamera(camera: string, now: Date): Promise<void>
  byAddress: RateLimiter
  /** Whether there is disk space for more messages. The space is measured every few seconds at most. */
  hasRoom(): boolean
  /** @throws AppError STORAGE_FULL */
  requireRoom(): void
  /** The free space and the space below which the disk is low, in bytes; undefined while the disk is not low. */
  lowDisk(): { freeBytes: number; wantedBytes: number } | undefined
  stop(): void
}

/** Returns the free bytes of a volume that alarms fill; undefined if unknown. */
export type FreeBytes = () => Promise<number | undefined>

/** The free bytes of the fullest of several volumes. */
async function leastOf(places: readonly FreeBytes[]): Promise<number | undefined> {
  const found = await Promise.all(places.map((freeBytes) => freeBytes()))
  const known = found.filter((bytes) => bytes !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

interface IngestLimitsOptions {
  places: readonly FreeBytes[]
  log: Logger
  minFreeDiskMb: number
  /** Counts a message of a camera in another process, and returns whether it is allowed; undefined while that process does not answer. */
  countElsewhere?: ((camera: string) => Promise<boolean | undefined>) | undefined
  ticker?: Ticker
  /** Called when the disk becomes low or full, and when it recovers. */
  onDiskChanged?: () => void
}

export async function createIngestLimits(deps: IngestLimitsOptions): Promise<IngestLimits> {
  const wantedBytes = deps.minFreeDiskMb * 1024 * 1024
  let free = await leastOf(deps.places)
  const hasRoom = (): boolean => free === undefined || free >= wantedBytes
  const lowDisk = () =>
    free !== undefined && free < wantedBytes * LOW_FACTOR ? { freeBytes: free, wantedBytes } : undefined
  const look = async (): Promise<void> => {
    const [hadRoom, wasLow] = [hasRoom(), lowDisk() !== undefined]
    try {
      free = await leastOf(deps.places)
    } catch (err) {
      deps.log.error({ err }, 'free space could not be read')
    }
    if (hasRoom() !== hadRoom || (lowDisk() !== undefined) !== wasLow) deps.onDiskChanged?.()
  }
  const stop = (deps.ticker ?? systemTicker).every(DISK_CHECK_MS, () => void look())
  const byCamera = createRateLimiter({ limit: PER_CAMERA, windowMs: 60_000, capacity: 300_000 })
  return {
    byCamera,
    async requireCamera(camera, now) {
      const isAllowed = (await deps.countElsewhere?.(camera)) ?? byCamera.take(camera, now)
      if (!isAllowed)
        throw new AppError('RATE_LIMITED', 'This camera sends too many messages. Wait a moment and try again.', {
          retryAfter: 60,
        })
    },
    byAddress: createAddressLimiter({ limit: PER_ADDRESS, windowMs: 60_000 }),
    hasRoom,
    requireRoom() {
      if (!hasRoom())
        throw new AppError('STORAGE_FULL', 'The disk is nearly full: nothing more can be taken in', { retryAfter: 60 })
    },
    lowDisk,
    stop,
  }
}
