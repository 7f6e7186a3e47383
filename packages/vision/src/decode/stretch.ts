const LEVELS = 65_536
/** The share of pixels that may be clipped at either end, so that single dead pixels do not determine the scale. */
const CUT = 0.002
/** A picture that uses this share of the range is not stretched. */
const WIDE = 0.5

/**
 * Converts 16 bits to 8. Thermal cameras use a narrow band of the range, which would become a single shade. Such a band is stretched to the
 * full range.
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
