import type { IOOutputCallbacks } from 'node-av/api'
import { AVSEEK_CUR, AVSEEK_END } from 'node-av/constants'

/** A file that exists in memory only, so that a child process that is killed leaves none behind. */
export function createMemoryFile(): Required<Pick<IOOutputCallbacks, 'write' | 'seek'>> & { content(): Uint8Array } {
  let bytes = Buffer.alloc(256 * 1024)
  let [length, position] = [0, 0]
  return {
    write(chunk) {
      const end = position + chunk.length
      if (end > bytes.length) bytes = Buffer.concat([bytes.subarray(0, length)], Math.max(2 * bytes.length, end))
      // The caller uses its buffer again.
      chunk.copy(bytes, position)
      position = end
      length = Math.max(length, end)
      return chunk.length
    },
    seek(offset, whence) {
      const from = whence === AVSEEK_CUR ? position : whence === AVSEEK_END ? length : 0
      position = from + Number(offset)
      return BigInt(position)
    },
    content: () => new Uint8Array(bytes.subarray(0, length)),
  }
}
