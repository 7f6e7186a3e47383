/** Limit on the bytes that were received so far of all unfinished messages together: four messages of the largest size. */
const MAX_BYTES = 256 * 1024 * 1024
/** The first bytes of each message are not counted, so that ordinary messages are never refused because of large ones. */
const FREE_BYTES = 4 * 1024 * 1024
/** The share of the limit that the messages of one address may use. */
const PART_OF_ADDRESS = 1 / 2

/** The error when more bytes are being received than can be handled at once. The sender is asked to try again later. */
export class TooManyBytesError extends Error {}

/** Counts the bytes of messages that are still arriving, over all senders. */
export interface BytesInFlight {
  /**
   * Passes the body through. Fails with TooManyBytesError as soon as the bytes of this and other messages together would exceed the limit.
   * @param address the sender's address
   */
  count(body: AsyncIterable<Uint8Array>, address: string): AsyncIterable<Uint8Array>
}

/** Creates the counter. The bytes of a message are no longer counted once it ends, complete or not, or is refused. */
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
      // A message is never refused if it is the only one. Its own size is limited elsewhere.
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
