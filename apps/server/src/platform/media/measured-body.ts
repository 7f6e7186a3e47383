import { createHash } from 'node:crypto'
import { type MediaBody, MediaTooLargeError } from './media-store.ts'

/** A body that is counted, hashed and held to a limit while it is read once. */
export interface MeasuredBody {
  chunks: AsyncIterable<Uint8Array>
  /** Size and SHA-256 (hex) of what has been read. Right only after all of it was. */
  measure(): { bytes: number; sha256: string }
  /** What the body threw, the limit's error included; undefined as long as nothing did. */
  failure(): unknown
}

/**
 * @param limit how many bytes are let through; the next one makes the reader fail with {@link MediaTooLargeError}.
 */
export function measureBody(body: MediaBody, limit = Infinity): MeasuredBody {
  const hash = createHash('sha256')
  let bytes = 0
  let failure: unknown
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body instanceof Uint8Array ? [body] : body) {
        bytes += chunk.byteLength
        if (bytes > limit) throw new MediaTooLargeError(limit)
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      failure = error
      throw error
    }
  }
  return {
    chunks: read(),
    measure: () => ({ bytes, sha256: hash.digest('hex') }),
    failure: () => failure,
  }
}
