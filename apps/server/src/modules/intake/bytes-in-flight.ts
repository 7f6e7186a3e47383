/** Limit on the bytes received so far of all unfinished messages: four messages of the largest size. */
const MAX_BYTES = 256 * 1024 * 1024
/** The first bytes of each message are not counted, so that ordinary messages are never refused because of large ones. */
const FREE_BYTES = 4 * 1024 * 1024
/** The share of one address. */
const PART_OF_ADDRESS = 1 / 2

/** More is being received than can be handled at once. The sender is asked to try again later. */
export class TooManyBytesError extends Error {}

/** Counts the bytes of messages that are still arriving, over all senders. */
export interface BytesInFlight {
  /**
   * Passes the body through. Fails with TooManyBytesError where its next bytes would exceed the limit together with those of other
   * messages.
   * @param address the sender's address
   */
  count(body: AsyncIterable<Uint8Array>, address: string): AsyncIterable<Uint8Array>
}

/** A message that ends, complete or not, frees its bytes. Messages that are refused thus make room for the others. */
export function createBytesInFlight(mostBytes = MAX_BYTES, freeBytes = FREE_BYTES): BytesInFlight {
  let total = 0
  const byAddress = new Map<string, number>()
  const add = (address: string, bytes: number): void => {
    total += bytes
    const left = (byAddress.get(address) ?? 0) + bytes
    if (left > 0) byAddress.set(address, left)
    else byAddress.delete(address)
  }
  return {
    async *count(body, address) {
      let sent = 0
      let own = 0
      // A single message may always go on. Its own size is limited elsewhere.
      const isTooMuch = (others: number, more: number, most: number) => others > 0 && others + own + more > most
      try {
        for await (const chunk of body) {
          sent += chunk.length
          const more = Math.max(0, sent - freeBytes) - own
          const ofAddress = (byAddress.get(address) ?? 0) - own
          if (more > 0 && isTooMuch(total - own, more, mostBytes)) throw new TooManyBytesError()
          if (more > 0 && isTooMuch(ofAddress, more, mostBytes * PART_OF_ADDRESS)) throw new TooManyBytesError()
          add(address, more)
          own += more
          yield chunk
        }
      } finally {
        add(address, -own)
      }
    },
  }
}
