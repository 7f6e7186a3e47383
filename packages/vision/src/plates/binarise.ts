import type { GreyImage } from '../motion/grey-image.ts'

/** Two masks of one image: strokes that are darker than their background, and strokes that are lighter. */
export interface Strokes {
  dark: Uint8Array
  light: Uint8Array
}

/** Sauvola's k: how far the threshold lies below the mean where there is no contrast. A lower k only adds false plates. */
const K = 0.2
/** Standard deviation of grey levels (0–255) that counts as full contrast. */
const FULL_SPREAD = 128

/** Integral images of the levels and of their squares, one row and one column larger than the image. */
function integrate({ width, height, data }: GreyImage): { sums: Float64Array; squares: Float64Array } {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  const squares = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let sum = 0
    let square = 0
    for (let x = 0, from = y * width, to = (y + 1) * stride + 1; x < width; x += 1, from += 1, to += 1) {
      const value = data[from]!
      sum += value
      square += value * value
      sums[to] = sums[to - stride]! + sum
      squares[to] = squares[to - stride]! + square
    }
  }
  return { sums, squares }
}

/**
 * Separates strokes (1) from background (0) by a threshold computed from each pixel's neighbourhood (Sauvola and Pietikäinen 2000), so
 * that a shadow over half a plate does not matter.
 * @param window side of the neighbourhood in pixels, about one and a half times the height of a character
 */
export function binarise(image: GreyImage, window: number): Strokes {
  const { width, height, data } = image
  const { sums, squares } = integrate(image)
  const stride = width + 1
  const reach = Math.max(1, Math.round(window / 2))
  const dark = new Uint8Array(width * height)
  const light = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const first = Math.max(0, y - reach)
    const last = Math.min(height, y + reach + 1)
    const above = first * stride
    const below = last * stride
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach)
      const right = Math.min(width, x + reach + 1)
      const count = (last - first) * (right - left)
      const mean = (sums[below + right]! - sums[below + left]! - sums[above + right]! + sums[above + left]!) / count
      const square =
        (squares[below + right]! - squares[below + left]! - squares[above + right]! + squares[above + left]!) / count
      const share = 1 + K * (Math.sqrt(Math.max(0, square - mean * mean)) / FULL_SPREAD - 1)
      const value = data[y * width + x]!
      if (value < mean * share) dark[y * width + x] = 1
      else if (255 - value < (255 - mean) * share) light[y * width + x] = 1
    }
  }
  return { dark, light }
}
