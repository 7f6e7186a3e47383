import type { Blob } from '../motion/blobs.ts'

/** Characters in a row like those of a plate, from left to right, in pixels. */
export interface CharacterLine {
  characters: Blob[]
  /** Mean height of its characters. */
  height: number
  /** How far the line falls per pixel to the right; 0 when it is level. */
  slope: number
  /** 0–1: how similar and how well aligned its characters are. */
  regularity: number
}

/** Fewest characters of a line that counts as a plate. The shortest car plates have four characters, the longest eight. */
const FEWEST = 4
const MOST = 10
/** Largest ratio between the heights of two characters of one line. */
const ALIKE = 1.3
/** Widest gap between two characters, in character heights: plates have emblems and dashes between their groups. */
const WIDEST_GAP = 1.3
/** How far a character may lie above or below the fitted line, in character heights. */
const OFF_LINE = 0.18
/** Steepest line, as fall over run. */
const STEEPEST = 0.35

const heightOf = (blob: Blob): number => blob.bottom - blob.top
const widthOf = (blob: Blob): number => blob.right - blob.left
const middleOf = (blob: Blob): number => (blob.top + blob.bottom) / 2
const centreOf = (blob: Blob): number => (blob.left + blob.right) / 2

/** Whether a blob may be a letter or digit, by its shape alone. An I is a bar; a W is as wide as it is high. */
function mayBeCharacter(blob: Blob, lowest: number, highest: number): boolean {
  const height = heightOf(blob)
  const width = widthOf(blob)
  if (height < lowest || height > highest || width > 1.3 * height || width < 0.08 * height) return false
  return blob.pixels > 0.15 * width * height
}

/** Least-squares line through the centres of blobs. */
function fit(blobs: readonly Blob[]): { slope: number; at: (x: number) => number } {
  const count = blobs.length
  const meanX = blobs.reduce((sum, blob) => sum + centreOf(blob), 0) / count
  const meanY = blobs.reduce((sum, blob) => sum + middleOf(blob), 0) / count
  let across = 0
  let down = 0
  for (const blob of blobs) {
    across += (centreOf(blob) - meanX) ** 2
    down += (centreOf(blob) - meanX) * (middleOf(blob) - meanY)
  }
  const slope = across === 0 ? 0 : down / across
  return { slope, at: (x) => meanY + slope * (x - meanX) }
}

function isNext(chain: readonly Blob[], last: Blob, next: Blob): boolean {
  const height = chain.reduce((sum, blob) => sum + heightOf(blob), 0) / chain.length
  const ratio = heightOf(next) / height
  if (ratio > ALIKE || ratio < 1 / ALIKE) return false
  const gap = next.left - last.right
  if (gap > WIDEST_GAP * height || gap < -0.15 * height) return false
  const run = centreOf(next) - centreOf(last)
  if (run <= 0 || Math.abs(middleOf(next) - middleOf(last)) > STEEPEST * run + OFF_LINE * height) return false
  return chain.length < 3 || Math.abs(fit(chain).at(centreOf(next)) - middleOf(next)) <= OFF_LINE * height
}

function chainFrom(start: number, blobs: readonly Blob[]): Blob[] {
  const first = blobs[start]
  if (first === undefined) return []
  const chain = [first]
  let last = first
  for (let index = start + 1; index < blobs.length && chain.length < MOST; index += 1) {
    const next = blobs[index]
    if (next === undefined || next.left - last.right > WIDEST_GAP * heightOf(last) * ALIKE) break
    if (!isNext(chain, last, next)) continue
    chain.push(next)
    last = next
  }
  return chain
}

function regularityOf(chain: readonly Blob[], height: number): number {
  const line = fit(chain)
  const off = chain.reduce((sum, blob) => sum + Math.abs(line.at(centreOf(blob)) - middleOf(blob)), 0) / chain.length
  const unlike = chain.reduce((sum, blob) => sum + Math.abs(heightOf(blob) - height), 0) / chain.length
  return Math.max(0, 1 - (2 * (off + unlike)) / height)
}

/**
 * Finds lines of four to ten adjacent blobs of equal height, the most plausible line first. No blob is in two lines.
 * @param lowest, highest heights in pixels between which a character is looked for
 */
export function findCharacterLines(blobs: readonly Blob[], lowest: number, highest: number): CharacterLine[] {
  const candidates = blobs
    .filter((blob) => mayBeCharacter(blob, lowest, highest))
    .toSorted((a, b) => a.left - b.left || a.top - b.top)
  const chains = candidates.map((_, index) => chainFrom(index, candidates)).filter((chain) => chain.length >= FEWEST)
  const taken = new Set<Blob>()
  const lines: CharacterLine[] = []
  for (const chain of chains.toSorted((a, b) => b.length - a.length)) {
    if (chain.some((blob) => taken.has(blob))) continue
    const { slope } = fit(chain)
    if (Math.abs(slope) > STEEPEST) continue
    for (const blob of chain) taken.add(blob)
    const height = chain.reduce((sum, blob) => sum + heightOf(blob), 0) / chain.length
    lines.push({ characters: chain, height, slope, regularity: regularityOf(chain, height) })
  }
  return lines
}
