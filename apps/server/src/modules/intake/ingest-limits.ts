import { systemTicker, type Ticker } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { createAddressLimiter, createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Messages a camera may send per minute; more is a device gone wild, which must not fill the disk. */
const PER_CAMERA = 120
/** Messages one sender address may send per minute, whatever the cameras behind it. */
const PER_ADDRESS = 6_000
const DISK_CHECK_MS = 5_000
/** The disk is low from this many times on of what has to stay free. */
const LOW_FACTOR = 2

export interface IngestLimits {
  /** By the id of the camera; what is for none of a site's cameras counts as one, by the site's. */
  byCamera: RateLimiter
  byAddress: RateLimiter
  /** Whether there is room for more; looked up at most every few seconds. */
  hasRoom(): boolean
  /** @throws AppError STORAGE_FULL */
  requireRoom(): void
  /** What is left, and what is wanted, while soon there will be no room. */
  lowDisk(): { freeBytes: number; wantedBytes: number } | undefined
  stop(): void
}

/** How many bytes can still be written to a place that alarms fill, where that can be known. */
export type FreeBytes = () => Promise<number | undefined>

/** What is left in the fullest of several places. */
async function leastOf(places: readonly FreeBytes[]): Promise<number | undefined> {
  const found = await Promise.all(places.map((freeBytes) => freeBytes()))
  const known = found.filter((bytes) => bytes !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

interface IngestLimitsOptions {
  places: readonly FreeBytes[]
  log: Logger
  minFreeDiskMb: number
  ticker?: Ticker
  /** Hears when the disk becomes low or full, and when it is no more. */
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
  return {
    byCamera: createRateLimiter({ limit: PER_CAMERA, windowMs: 60_000, capacity: 300_000 }),
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
