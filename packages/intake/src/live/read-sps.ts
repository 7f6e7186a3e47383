import { BitReader } from './bit-reader.ts'

/** What a player must know of a stream of H.264 before its first picture. */
export interface SpsFacts {
  /** The name of the codec with profile and level (RFC 6381), as `avc1.64001f`. */
  codec: string
  width: number
  height: number
}

/** Profiles whose set of parameters says how colours are stored (ITU-T H.264, 7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
/** Pixels of the longest side that is believed. */
const LONGEST_SIDE = 16_384
const MACROBLOCK = 16

/** Reads the set of parameters of a sequence (NAL unit of type 7); undefined if it is damaged. */
export function readSps(nal: Uint8Array): SpsFacts | undefined {
  const [head, profile, constraints, level] = nal
  if (head === undefined || (head & 0x1f) !== 7) return undefined
  if (profile === undefined || constraints === undefined || level === undefined) return undefined
  try {
    const size = readSize(new BitReader(withoutGuards(nal.subarray(4))), profile)
    const isPossible = [size.width, size.height].every((side) => side > 0 && side <= LONGEST_SIDE)
    if (!isPossible) return undefined
    const hex = [profile, constraints, level].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { codec: `avc1.${hex}`, ...size }
  } catch {
    return undefined
  }
}

/** The bytes without those that keep start codes from occurring within (7.4.1.1). */
function withoutGuards(bytes: Uint8Array): Uint8Array {
  const plain: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    plain.push(byte)
  }
  return Uint8Array.from(plain)
}

/** The size of the pictures as they are shown. @throws BitsEnded */
function readSize(bits: BitReader, profile: number): { width: number; height: number } {
  bits.ue()
  const chroma = HIGH_PROFILES.has(profile) ? skipHighProfile(bits) : 1
  bits.ue()
  skipOrder(bits)
  bits.ue()
  bits.bits(1)
  const columns = bits.ue() + 1
  const rows = bits.ue() + 1
  const isFrames = bits.flag()
  if (!isFrames) bits.bits(1)
  bits.bits(1)
  const fields = isFrames ? 1 : 2
  const crop = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  // Cropping is counted in units of the colour planes, which are smaller than the picture (table 6-1).
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * fields
  return {
    width: columns * MACROBLOCK - (left + right) * unitX,
    height: rows * MACROBLOCK * fields - (top + bottom) * unitY,
  }
}

/** @returns how colours are stored */
function skipHighProfile(bits: BitReader): number {
  const chroma = bits.ue()
  if (chroma === 3) bits.bits(1)
  bits.ue()
  bits.ue()
  bits.bits(1)
  if (!bits.flag()) return chroma
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) if (bits.flag()) skipScalingList(bits, list < 6 ? 16 : 64)
  return chroma
}

function skipScalingList(bits: BitReader, count: number): void {
  let last = 8
  let next = 8
  for (let n = 0; n < count; n++) {
    if (next !== 0) next = (last + bits.se() + 256) % 256
    if (next !== 0) last = next
  }
}

/** Skips how the order of pictures is told. */
function skipOrder(bits: BitReader): void {
  const type = bits.ue()
  if (type === 0) bits.ue()
  if (type !== 1) return
  bits.bits(1)
  bits.se()
  bits.se()
  const count = Math.min(bits.ue(), 255)
  for (let n = 0; n < count; n++) bits.se()
}
