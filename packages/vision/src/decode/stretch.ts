const LEVELS = 65_536
/** The share of pixels that may be clipped at each end of the range, so that single dead pixels do not determine the scale. */
const CUT = 0.002
/** The share of the range from which a picture is not stretched. */
const WIDE = 0.5

/**
 * Converts a picture from 16 to 8 bits. Thermal cameras use a narrow part of the 16-bit range, which would become a single shade. It is
 * therefore stretched to the full range.
 */
export function stretch(deep: Uint16Array): Uint8Array {
  const histogram = new Uint32Array(LEVELS)
  for (const value of deep) histogram[value] = histogram[value]! + 1
  const level = (share: number): number => {
    let left = share * deep.length
    for (let value = 0; value < LEVELS; value += 1) {
      left -= histogram[value]!
      if (left < 0) return value
    }
    return LEVELS - 1
  }
  const low = level(CUT)
  const high = level(1 - CUT)
  if (high - low > WIDE * LEVELS) return Uint8Array.from(deep, (value) => value >> 8)
  const scale = 255 / Math.max(1, high - low)
  return Uint8Array.from(deep, (value) => Math.min(255, Math.max(0, Math.round((value - low) * scale))))
}
