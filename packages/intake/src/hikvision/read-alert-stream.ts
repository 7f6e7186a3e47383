/** A part of a stream of events. */
export interface StreamPart {
  /** In lower case, without parameters; empty if the device wrote none. */
  type: string
  body: Buffer
}

/** Why a stream of events is not read on: it is none, or a part has no end. */
export class PartError extends Error {
  override readonly name = 'PartError'
}

/** The longest line before a part, headers of a part, message and picture, in bytes. A device writes far less. */
const MOST = { preamble: 4_096, headers: 4_096, text: 64 * 1024, picture: 8 * 1024 * 1024 }
/** The end of a message. By it a part for which the firmware writes no length is whole at once, not only when the next part begins. */
const END = /<\/(?:[A-Za-z][\w.-]{0,40}:)?EventNotificationAlert\s*>/
/** The longest text in which a piece of `END` can stand. */
const END_CHARS = 80

/** The boundary of a stream, of its content type. Undefined for what is no multipart. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\//i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i.exec(contentType) ?? []
  // Some firmware writes the dashes of the delimiter into the name.
  return (quoted ?? plain)?.replace(/^--/, '')
}

/** A part whose body is not whole yet. */
interface OpenPart {
  type: string
  length: number | undefined
  /** The bytes in which its end was looked for already. */
  looked: number
}

/** Reads the headers of a part. */
function openPart(headers: string): OpenPart {
  const length = /^content-length:\s*(\d{1,9})\s*$/im.exec(headers)?.[1]
  return {
    type: (/^content-type:\s*([^\s;]{1,100})/im.exec(headers)?.[1] ?? '').toLowerCase(),
    length: length === undefined ? undefined : Number(length),
    looked: 0,
  }
}

/** @returns where the body of the current part ends; undefined while it is not whole */
function endOf({ type, length, looked }: OpenPart, kept: Buffer, delimiter: Buffer): number | undefined {
  const most = type.startsWith('image/') ? MOST.picture : MOST.text
  if ((length ?? 0) > most) throw new PartError('a part is too long')
  if (length !== undefined) return kept.length < length ? undefined : length
  const from = Math.max(0, looked - END_CHARS)
  const next = kept.indexOf(delimiter, from)
  const found = type.startsWith('image/') ? null : END.exec(kept.toString('latin1', from, next < 0 ? undefined : next))
  if (found) return from + found.index + found[0].length
  // The line break before a delimiter belongs to it.
  if (next >= 0) return next - (kept.subarray(next - 2, next).toString() === '\r\n' ? 2 : 0)
  if (kept.length > most) throw new PartError('a part has no end')
  return undefined
}

/**
 * Reads an endless multipart (RFC 2046), as devices send their events. A part is given out as soon as it is whole: by its length, by the end
 * of its message, or else by the next delimiter. Between parts nothing is kept.
 * @returns a function that takes the next bytes and returns the parts that are whole now
 * @throws PartError from that function
 */
export function createPartReader(boundary: string): (chunk: Uint8Array) => StreamPart[] {
  const delimiter = Buffer.from(`--${boundary}`)
  let kept: Buffer = Buffer.alloc(0)
  /** What `kept` stands in, with room for what follows. */
  let room: Buffer = kept
  let part: OpenPart | undefined

  /** Adds bytes to `kept`. The room doubles, so that a picture that drips is not copied for each of its pieces. */
  function append(chunk: Uint8Array): void {
    const length = kept.length + chunk.length
    if (length > room.length) {
      const larger = Buffer.alloc(kept.length === 0 ? length : length * 2)
      kept.copy(larger)
      room = larger
    }
    room.set(chunk, kept.length)
    kept = room.subarray(0, length)
  }

  /** Skips what stands before the next part, and reads its headers. @returns whether they are whole */
  function readHeaders(): boolean {
    const at = kept.indexOf(delimiter)
    if (at < 0) {
      if (kept.length > MOST.preamble) throw new PartError('no part begins')
      return false
    }
    const begin = at + delimiter.length
    const end = kept.indexOf('\r\n\r\n', begin)
    const shortEnd = end < 0 ? kept.indexOf('\n\n', begin) : -1
    if (end < 0 && shortEnd < 0) {
      if (kept.length - at > MOST.headers) throw new PartError('the headers of a part have no end')
      kept = kept.subarray(at)
      return false
    }
    const text = kept.toString('latin1', begin, end < 0 ? shortEnd : end).slice(0, MOST.headers)
    part = openPart(text)
    kept = kept.subarray(end < 0 ? shortEnd + 2 : end + 4)
    return true
  }

  return function read(chunk) {
    append(chunk)
    const parts: StreamPart[] = []
    for (;;) {
      if (!part && !readHeaders()) break
      if (!part) break
      const end = endOf(part, kept, delimiter)
      if (end === undefined) {
        part.looked = kept.length
        break
      }
      parts.push({ type: part.type, body: Buffer.from(kept.subarray(0, end)) })
      kept = kept.subarray(end)
      part = undefined
    }
    // What was given out is not kept alive, for each of a thousand streams.
    if (kept.length === 0) room = kept = Buffer.alloc(0)
    else if (kept.byteOffset !== room.byteOffset) room = kept = Buffer.from(kept)
    return parts
  }
}
