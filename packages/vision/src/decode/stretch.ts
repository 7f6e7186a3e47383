const LEVELS = 65_536
/** Share of pixels that may be cut off at either end: single dead pixels must not set the scale. */
const CUT = 0.002
/** A picture that uses this share of the range is shown as it is. */
const WIDE = 0.5

/**
 * 16 bits to 8. Thermal cameras put their few degrees into a narrow band somewhere in the range, which would come out as one
 * shade; such a band is stretched to the whole.
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
