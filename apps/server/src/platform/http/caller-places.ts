import { clientKey, createPlaces } from '@winnow/domain'
import type { Actor } from './actor.ts'
import { AppError } from './app-error.ts'

/** Limits the replies that a caller receives at the same time. */
export interface CallerPlaces {
  /**
   * Takes a place and returns a function that frees it.
   * @throws AppError RATE_LIMITED when the session, token or address uses all its places, UNAVAILABLE when all places are in use
   */
  take(actor: Pick<Actor, 'sessionId' | 'tokenId' | 'address'>): () => void
}

interface Options {
  /** The number of places of one session or token. */
  perCaller: number
  perAddress: number
  total: number
  /** The messages of the two errors: `own` when the caller uses all their places, `all` when all places are in use. */
  words: { own: string; all: string }
}

/** Seconds after which a place may be free again. */
const RETRY_AFTER = 60

export function createCallerPlaces({ perCaller, perAddress, total, words }: Options): CallerPlaces {
  const callers = createPlaces({ perHolder: perCaller })
  const addresses = createPlaces({ perHolder: perAddress })
  return {
    take({ sessionId, tokenId, address }) {
      if (callers.count() >= total) throw new AppError('UNAVAILABLE', words.all, { retryAfter: RETRY_AFTER })
      const leaveCaller = callers.take(sessionId ?? tokenId ?? '')
      const leaveAddress = leaveCaller && addresses.take(clientKey(address))
      if (!leaveAddress) {
        leaveCaller?.()
        throw new AppError('RATE_LIMITED', words.own, { retryAfter: RETRY_AFTER })
      }
      return () => {
        leaveCaller()
        leaveAddress()
      }
    },
  }
}
