import { clientKey, createPlaces } from '@winnow/domain'
import type { Actor } from './actor.ts'
import { AppError } from './app-error.ts'

/** Places that callers hold for as long as an answer of theirs lasts. */
export interface CallerPlaces {
  /**
   * Takes one and gives how to leave it.
   * @throws AppError RATE_LIMITED for a session, token or address that holds all it may, UNAVAILABLE where nobody can have one
   */
  take(actor: Pick<Actor, 'sessionId' | 'tokenId' | 'address'>): () => void
}

interface Options {
  /** Places of one session or token. */
  perCaller: number
  perAddress: number
  total: number
  /** What is told to a caller who has all they may, and to one who has not when there are none left. */
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
