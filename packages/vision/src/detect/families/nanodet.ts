import type { Box } from '../../types.ts'
import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

const STRIDES = [8, 16, 32]
/** The number of possible distances of a side, in cells from 0 to 7. The network gives a logit for each. */
const BINS = 8
/** The numbers that describe a box: for each of its four sides the distribution of its distance. */
export const DISTANCES = 4 * BINS

/** Returns the expected distance in cells, from the logits that start at index `at`. */
function expectation(logits: Float32Array, at: number): number {
  let largest = -Infinity
  for (let bin = 0; bin < BINS; bin += 1) largest = Math.max(largest, logits[at + bin]!)
  let sum = 0
  let weighted = 0
  for (let bin = 0; bin < BINS; bin += 1) {
    const weight = Math.exp(logits[at + bin]! - largest)
    sum += weight
    weighted += bin * weight
  }
  return weighted / sum
}

/** Returns the box around a point. The distances of its sides, in cells of `stride` pixels, are read from index `at`. */
export function boxAround(
  { x, y }: { x: number; y: number },
  { logits, at, stride }: { logits: Float32Array; at: number; stride: number },
  covered: { width: number; height: number },
): Box | undefined {
  const reach = (part: number) => expectation(logits, at + part * BINS) * stride
  return boxWithin(
    (x - reach(0)) / covered.width,
    (y - reach(1)) / covered.height,
    (x + reach(2)) / covered.width,
    (y + reach(3)) / covered.height,
  )
}

/**
 * Decodes NanoDet (RangiLyu 2020), which is based on Generalized Focal Loss (Li et al. 2020). For each stride there are two outputs with
 * one row per cell. One has the scores of the classes. The other has, for each of the four sides of the box, the distribution of its
 * distance from the cell's centre.
 */
export const nanodetDecoder =
  (prefixes: { classes: string; distances: string }): Decode =>
  (outputs, { side, covered }, floor) => {
    const sightings: RawSighting[] = []
    for (const stride of STRIDES) {
      const scores = outputOf(outputs, `${prefixes.classes}${stride}`)
      const distances = outputOf(outputs, `${prefixes.distances}${stride}`).data
      const classes = scores.dims.at(-1) ?? 0
      const width = Math.ceil(side.width / stride)
      for (let at = 0; at < scores.data.length; at += 1) {
        const score = scores.data[at]!
        if (score < floor) continue
        const cell = Math.floor(at / classes)
        const x = ((cell % width) + 0.5) * stride - 0.5
        const y = (Math.floor(cell / width) + 0.5) * stride - 0.5
        const box = boxAround({ x, y }, { logits: distances, at: cell * DISTANCES, stride }, covered)
        if (box !== undefined) sightings.push({ index: at % classes, score, box })
      }
    }
    return sightings
  }
