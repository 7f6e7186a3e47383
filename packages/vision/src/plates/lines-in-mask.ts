import { findBlobs } from '../motion/blobs.ts'
import { findCharacterLines, type CharacterLine } from './character-lines.ts'

/** How far a character may protrude from its line, in heights of the line. */
const TOLERANCE = 0.06
/** A piece that is higher, in heights of the line, was cut off above and below: it is the side of a frame, not a character. */
const THROUGH = 1 + 1.5 * TOLERANCE

/** Narrower pieces beside the line, in heights of the line, are more likely sides of a frame than an I or a 1. */
const NARROW = 0.35

/** Keeps only the band of a mask that a line of characters runs through, over the full width of the mask. */
function bandOf(mask: Uint8Array, width: number, line: CharacterLine): Uint8Array {
  const [first] = line.characters
  if (first === undefined) return mask
  const height = mask.length / width
  const half = (0.5 + TOLERANCE) * line.height
  const band = new Uint8Array(mask.length)
  for (let x = 0; x < width; x += 1) {
    const middle = (first.top + first.bottom) / 2 + line.slope * (x - (first.left + first.right) / 2)
    const last = Math.min(height - 1, Math.floor(middle + half))
    for (let y = Math.max(0, Math.ceil(middle - half)); y <= last; y += 1) band[y * width + x] = mask[y * width + x]!
  }
  return band
}

/**
 * Finds the lines of characters in a mask of strokes, the most plausible first. Screws, dirt and frames join some characters to pixels
 * above or below them. When a line is known, everything outside of it is removed, which separates these characters.
 */
export function linesInMask(mask: Uint8Array, width: number, lowest: number, highest: number): CharacterLine[] {
  const lines = findCharacterLines(findBlobs(mask, mask, width), lowest, highest)
  const [best, ...others] = lines
  if (best === undefined) return []
  const band = bandOf(mask, width, best)
  const [left, right] = [best.characters[0]?.left ?? 0, best.characters.at(-1)?.right ?? width]
  const whole = findBlobs(band, band, width).filter(
    (blob) =>
      blob.bottom - blob.top <= THROUGH * best.height &&
      (blob.right - blob.left > NARROW * best.height || (blob.left >= left && blob.right <= right)),
  )
  const [fuller] = findCharacterLines(whole, lowest, highest)
  const isFuller = fuller !== undefined && fuller.characters.length > best.characters.length
  return [isFuller ? fuller : best, ...others]
}
