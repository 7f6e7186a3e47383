import { createHash } from 'node:crypto'
import { type MediaBody, MediaTooLargeError } from './media-store.ts'

/** A body that is counted, hashed and limited while it is read once. */
export interface MeasuredBody {
  chunks: AsyncIterable<Uint8Array>
  /** Size and SHA-256 (hex) of the bytes read. Correct only after the whole body was read. */
  measure(): { bytes: number; sha256: string }
  /** The error of the body or the limit; undefined while there is none. */
  failure(): unknown
}

/** @param limit the largest size in bytes. Reading a larger body throws {@link MediaTooLargeError} */
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
