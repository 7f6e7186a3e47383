import type { GreyImage } from '../motion/grey-image.ts'
import type { Box } from '../types.ts'

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

function edge(share: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.floor(share * size)))
}

function mean(bytes: Uint8Array): number {
  return bytes.reduce((sum, value) => sum + value, 0) / bytes.length
}

/** Returns a part of a picture as a few grey pixels in base64. Each pixel is the mean of its area. */
export function thumbnailOf(image: GreyImage, columns: number, rows: number, part: Box = WHOLE): string {
  const out = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = edge(part.x + (part.width * column) / columns, image.width)
      const right = Math.max(left + 1, edge(part.x + (part.width * (column + 1)) / columns, image.width))
      const top = edge(part.y + (part.height * row) / rows, image.height)
      const bottom = Math.max(top + 1, edge(part.y + (part.height * (row + 1)) / rows, image.height))
      let sum = 0
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) sum += image.data[y * image.width + x]!
      out[row * columns + column] = Math.min(255, Math.max(0, Math.round(sum / ((right - left) * (bottom - top)))))
    }
  }
  return Buffer.from(out).toString('base64')
}

/** Returns the normalised cross-correlation of two thumbnails of the same size, −1…1. 0 if they cannot be compared. */
export function likeness(a: string, b: string): number {
  const one = Buffer.from(a, 'base64')
  const two = Buffer.from(b, 'base64')
  if (one.length === 0 || one.length !== two.length) return 0
  const meanOne = mean(one)
  const meanTwo = mean(two)
  let both = 0
  let first = 0
  let second = 0
  for (let index = 0; index < one.length; index += 1) {
    const x = one[index]! - meanOne
    const y = two[index]! - meanTwo
    both += x * y
    first += x * x
    second += y * y
  }
  return first === 0 || second === 0 ? 0 : both / Math.sqrt(first * second)
}
