/** A part of a Dahua recording: a picture (with its codec and size) or metadata. */
interface DhavPart {
  kind: 'picture' | 'notes'
  /** Milliseconds since the start of a day. */
  at: number
  data: Uint8Array
}

const TYPES = { picture: 0xfd, notes: 0xf1 }
/** The header of a picture: JPEG, ten pictures a second, 160 × 96 pixels (stored in units of 8 pixels). */
const PICTURE_HEAD = Buffer.from([0x81, 0, 3, 10, 0x80, 0, 20, 12])

/** Returns the time on a fixed day in 2026, in Dahua's format, in which years are counted from 2000. */
function dateOf(seconds: number): number {
  const day = 26 * 2 ** 26 + 11 * 2 ** 22 + 22 * 2 ** 17
  return day + (Math.floor(seconds / 3600) << 12) + (Math.floor((seconds / 60) % 60) << 6) + (seconds % 60)
}

/** Creates a Dahua recording for tests. FFmpeg can read this format, but not write it. */
export function encodeDhav(parts: readonly DhavPart[]): Uint8Array {
  return Buffer.concat(
    parts.flatMap(({ kind, at, data }, index) => {
      const extension = kind === 'picture' ? PICTURE_HEAD : Buffer.alloc(0)
      const head = Buffer.alloc(24)
      const foot = Buffer.alloc(8)
      const length = head.length + extension.length + data.length + foot.length
      head.write('DHAV')
      head[4] = TYPES[kind]
      head.writeUInt32LE(index, 8)
      head.writeUInt32LE(length, 12)
      head.writeUInt32LE(dateOf(Math.floor(at / 1000)), 16)
      head.writeUInt16LE(at % 65_535, 20)
      head[22] = extension.length
      foot.write('dhav')
      foot.writeUInt32LE(length, 4)
      return [head, extension, data, foot]
    }),
  )
}
