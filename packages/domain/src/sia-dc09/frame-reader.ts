/** Bytes of an unfinished frame: more than the length field of a frame can say (0FFF) with its head. */
const MAX_FRAME = 4200

/**
 * Collects bytes until a frame is complete. Bytes before a line feed are dropped, as is a frame that grows too long.
 * @param maxBytes of a frame that is not complete yet
 * @returns a function that takes bytes and returns the complete frames, without their line feed and carriage return
 */
export function createFrameReader(maxBytes = MAX_FRAME): (bytes: Buffer) => Buffer[] {
  let held = Buffer.alloc(0)
  return (bytes) => {
    const frames: Buffer[] = []
    held = Buffer.concat([held, bytes])
    for (;;) {
      const begin = held.indexOf(0x0a)
      const end = begin < 0 ? -1 : held.indexOf(0x0d, begin)
      if (end < 0) break
      frames.push(held.subarray(held.lastIndexOf(0x0a, end) + 1, end))
      held = held.subarray(end + 1)
    }
    if (held.length > maxBytes) held = Buffer.alloc(0)
    return frames
  }
}
