import type { GreyImage } from '../motion/grey-image.ts'

/** Largest difference of two equal pixels, in grey levels: the effect of rounding. Sensor noise of any camera is larger. */
const SAME_LEVELS = 0.5
/**
 * The difference between neighbouring pixels, in grey levels, from which a place has texture. Noise is visible on texture, but not on
 * black.
 */
const TEXTURE = 4
/** Share of the picture that must have texture. */
const MIN_TEXTURE = 0.01
/** The height of the strip in which a clock may change on a frozen picture, as a share of the picture. The strip may be anywhere. */
const CLOCK_HEIGHT = 0.14
/** Fewest rows that are compared. */
const MIN_ROWS = 80

/** How similar two pictures are. */
export interface Sameness {
  /** Share of equal pixels, 0–1, without the strip that differs most. Null when there is too little to compare. */
  same: number | null
  /** Whether the strip differs. Then a clock changed, so the pictures were sent at different times. */
  hasTicked: boolean
}

/** Rounded single pixels of a picture on an even grid, which are stored for the comparison with a later picture. */
export function samplePixels(image: GreyImage, columns: number, rows: number): Uint8Array {
  const out = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const y = Math.floor(((row + 0.5) * image.height) / rows)
    for (let column = 0; column < columns; column += 1) {
      const x = Math.floor(((column + 0.5) * image.width) / columns)
      out[row * columns + column] = Math.round(image.data[y * image.width + x]!)
    }
  }
  return out
}

/** Compares two pictures of equal size pixel by pixel, row by row. */
export function samenessOf(one: GreyImage, two: GreyImage): Sameness {
  const { width, height } = one
  if (width !== two.width || height !== two.height) return { same: 0, hasTicked: false }
  // In a large picture, neighbouring rows are nearly equal.
  const step = Math.max(1, Math.floor(height / MIN_ROWS))
  const rows = Math.floor((height - 1) / step)
  const telling = new Uint32Array(rows)
  const differing = new Uint32Array(rows)
  for (let row = 0; row < rows; row += 1) {
    const y = 1 + row * step
    for (let at = y * width + 1; at < (y + 1) * width; at += 1) {
      const value = one.data[at]!
      const isDifferent = Math.abs(value - two.data[at]!) >= SAME_LEVELS
      const isTelling =
        Math.abs(value - one.data[at - 1]!) >= TEXTURE || Math.abs(value - one.data[at - width]!) >= TEXTURE
      if (isDifferent) differing[row] = differing[row]! + 1
      if (isDifferent || isTelling) telling[row] = telling[row]! + 1
    }
  }
  return judge(telling, differing, width * rows)
}

function judge(telling: Uint32Array, differing: Uint32Array, size: number): Sameness {
  const strip = Math.max(1, Math.round(CLOCK_HEIGHT * differing.length))
  const sum = (counts: Uint32Array, from: number, to: number) =>
    counts.subarray(from, to).reduce((total, count) => total + count, 0)
  let inside = sum(differing, 0, strip)
  let [most, start] = [inside, 0]
  for (let from = 1; from + strip <= differing.length; from += 1) {
    inside += differing[from + strip - 1]! - differing[from - 1]!
    if (inside > most) [most, start] = [inside, from]
  }
  const judged = sum(telling, 0, telling.length) - sum(telling, start, start + strip)
  const different = sum(differing, 0, differing.length) - most
  return { same: judged < MIN_TEXTURE * size ? null : 1 - different / judged, hasTicked: most > 0 }
}
