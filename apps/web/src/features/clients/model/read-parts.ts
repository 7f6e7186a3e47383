/** Bytes of one picture. A larger one is no picture of a camera. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_HEAD_BYTES = 4_096
const HEAD_END = [13, 10, 13, 10]

/** The stream is no row of parts with their lengths. */
export class PartsError extends Error {
  override readonly name = 'PartsError'
}

function findHeadEnd(bytes: Uint8Array): number {
  for (let at = 0; at + 4 <= bytes.length; at += 1)
    if (HEAD_END.every((byte, index) => bytes[at + index] === byte)) return at + 4
  return -1
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/**
 * Reads the parts of a stream that replaces one with the next (`multipart/x-mixed-replace`), each with its `Content-Length`.
 * @throws PartsError
 */
export async function* readParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest = new Uint8Array()
  for await (const chunk of chunks) {
    rest = joined(rest, chunk)
    for (let part = takePart(rest); part; part = takePart(rest)) {
      yield part.bytes
      rest = rest.slice(part.end)
    }
  }
}

/** The first part; undefined while it is not complete. */
function takePart(bytes: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; end: number } | undefined {
  const from = findHeadEnd(bytes.subarray(0, MOST_HEAD_BYTES))
  if (from < 0) {
    if (bytes.length >= MOST_HEAD_BYTES) throw new PartsError('a part without an end of its head')
    return undefined
  }
  const length = Number(/content-length: *(\d+)/i.exec(new TextDecoder('latin1').decode(bytes.subarray(0, from)))?.[1])
  if (!(length <= MOST_BYTES)) throw new PartsError('a part without a length')
  // The line end after a picture belongs to the head of the next one.
  const end = from + length
  return end <= bytes.length ? { bytes: bytes.slice(from, end), end } : undefined
}
