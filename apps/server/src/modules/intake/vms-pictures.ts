import { createPlaces } from '@winnow/domain'
import type { VmsPicture } from '@winnow/intake'

interface FetchedVmsPictures {
  pictures: VmsPicture[]
  /** Why there are none. */
  problem?: string
}

/** Fetches the pictures of a stored event from the system that sent it. Never throws. */
export type FetchVmsPictures = (raw: Uint8Array, companyId: string, receivedAt: Date) => Promise<FetchedVmsPictures>

/** Before the event, at it, and after it. */
export const PICTURE_OFFSETS_MS = [-1_000, 0, 1_000] as const
/** All calls for one event together. The lease of its message is longer. */
export const PICTURES_MS = 6_000
/** A server that could not be asked, or answers too slowly, is left alone for this time, so that it does not hold up the messages of others. */
export const PICTURE_PAUSE_MS = 30_000
/**
 * Events that are fetched for at the same time in one process. Half of the places are kept for companies that have none, so that a system that
 * does not answer holds up no events of others.
 */
const PLACES = { perHolder: 8, total: 32, reserved: 16 }

/** Limits how many events pictures are fetched for at the same time, and turns errors into reasons. */
export function limitPictures(fetchFor: FetchVmsPictures): FetchVmsPictures {
  const places = createPlaces(PLACES)
  return async (raw, companyId, receivedAt) => {
    const leave = places.take(companyId)
    if (!leave) return { pictures: [], problem: 'too many events at once' }
    try {
      return await fetchFor(raw, companyId, receivedAt)
    } catch {
      return { pictures: [], problem: 'pictures could not be fetched' }
    } finally {
      leave()
    }
  }
}
