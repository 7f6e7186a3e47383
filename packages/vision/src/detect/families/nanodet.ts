import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

const STRIDES = [8, 16, 32]
/** Bins of the distribution of each side's distance. */
const BINS = 8

/** The expectation of a distribution given by logits. */
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

/**
 * NanoDet (RangiLyu 2020), after Generalized Focal Loss (Li et al. 2020): for each stride a row for each cell with the scores of
 * the classes, and one with a distribution over 8 distances for each of the four sides, in cells from the cell's middle.
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
        const reach = (part: number) => expectation(distances, (cell * 4 + part) * BINS) * stride
        const box = boxWithin(
          (x - reach(0)) / covered.width,
          (y - reach(1)) / covered.height,
          (x + reach(2)) / covered.width,
          (y + reach(3)) / covered.height,
        )
        if (box !== undefined) sightings.push({ index: at % classes, score, box })
      }
    }
    return sightings
  }
