import { AppError } from '../../platform/http/app-error.ts'
import type { BytesInFlight } from './bytes-in-flight.ts'

/**
 * Reads a body into memory. A request without a body has none.
 * @param held counts the bytes of all bodies that are read like this. All bytes count, since none is written to a file meanwhile
 * @throws TooManyBytesError, AppError TOO_LARGE
 */
export async function readWholeBody(
  body: AsyncIterable<Uint8Array> | undefined,
  held: BytesInFlight,
  address: string,
  maxBytes: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  if (body === undefined) return Buffer.alloc(0)
  let bytes = 0
  for await (const piece of held.count(body, address)) {
    bytes += piece.length
    if (bytes > maxBytes) throw new AppError('TOO_LARGE', `A message may have at most ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
