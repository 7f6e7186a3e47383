/** What all messages together may have sent of themselves before the last byte of each is here: four of the largest. */
const MOST_BYTES = 256 * 1024 * 1024

/** More is under way than can be taken in at once: the sender is told to come again. */
export class TooMuchUnderWayError extends Error {}

/** Counts the bytes of messages that are still arriving, over all senders. */
export interface BytesUnderWay {
  /** The same body; fails with TooMuchUnderWayError where its next bytes would be too much beside those of others. */
  count(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** A message that ends, whole or not, gives its bytes back; so those that are refused make room for those that go on. */
export function createBytesUnderWay(mostBytes = MOST_BYTES): BytesUnderWay {
  let total = 0
  return {
    async *count(body) {
      let own = 0
      try {
        for await (const chunk of body) {
          // One alone may always go on: how large it may be is judged elsewhere.
          if (total - own > 0 && total + chunk.length > mostBytes) throw new TooMuchUnderWayError()
          total += chunk.length
          own += chunk.length
          yield chunk
        }
      } finally {
        total -= own
      }
    },
  }
}
