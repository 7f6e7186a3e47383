/** A number in [0, 1) for a lattice point. The same point always has the same number. */
export function hash2(x: number, y: number): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Value noise in [0, 1), smooth between lattice points one unit apart. */
export function valueNoise(x: number, y: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = x - ix
  const fy = y - iy
  const u = fx * fx * (3 - 2 * fx)
  const v = fy * fy * (3 - 2 * fy)
  const top = hash2(ix, iy) + (hash2(ix + 1, iy) - hash2(ix, iy)) * u
  const bottom = hash2(ix, iy + 1) + (hash2(ix + 1, iy + 1) - hash2(ix, iy + 1)) * u
  return top + (bottom - top) * v
}

/**
 * The sum of octaves of {@link valueNoise}, in [0, 1). With a fractional number of `octaves`, the last octave is weaker. So octaves fade
 * with the distance, and distant ground does not flicker.
 */
export function fractalNoise(x: number, y: number, octaves: number): number {
  let sum = 0
  let total = 0
  let amplitude = 1
  let frequency = 1
  for (let left = octaves; left > 0; left--) {
    const weight = amplitude * Math.min(1, left)
    sum += weight * valueNoise(x * frequency + total * 17, y * frequency - total * 31)
    total += weight
    amplitude *= 0.55
    frequency *= 2.03
  }
  return total > 0 ? sum / total : 0.5
}
