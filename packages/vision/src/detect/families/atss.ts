import { boxWithin } from '../boxes.ts'
import { outputOf, sigmoid, type Decode, type RawSighting } from './family.ts'

const STRIDES = [8, 16, 32, 64, 128]
/** The ratios height ÷ width of the three anchors of a cell. The anchors are centred at the cell's upper left corner. */
const RATIOS = [0.5, 1, 2]
/** The side of a square anchor, in cells. The other anchors have the same area. */
const ANCHOR_CELLS = 8
/** The factors by which the network's outputs for the centre and the size are multiplied. */
const MIDDLE_SCALE = 0.1
const SIZE_SCALE = 0.2

/**
 * Decodes ATSS (Zhang et al. 2020, "Bridging the Gap Between Anchor-based and Anchor-free Detection") with anchors. For the n-th stride
 * there are three outputs: `cls`n has the logit of each class, `ctr`n the logit of how central the anchor is in the object, and `box`n the
 * shift of the centre and the logarithm of the size relative to the anchor. The three anchors of a cell follow each other, cells are
 * row-major. Score = σ(class) · σ(centre).
 */
export const atssDecoder =
  (): Decode =>
  (outputs, { side, covered }, floor) => {
    const sightings: RawSighting[] = []
    // The floor as a logit. Nearly all anchors are below it, so the comparison of logits avoids most of the sigmoids.
    const least = Math.log(floor / (1 - floor))
    for (const [level, stride] of STRIDES.entries()) {
      const scores = outputOf(outputs, `cls${level}`).data
      const centres = outputOf(outputs, `ctr${level}`).data
      const shifts = outputOf(outputs, `box${level}`).data
      const classes = scores.length / centres.length
      const width = Math.ceil(side.width / stride)
      for (let anchor = 0; anchor < centres.length; anchor += 1) {
        if (centres[anchor]! < least) continue
        for (let index = 0; index < classes; index += 1) {
          const logit = scores[anchor * classes + index]!
          if (logit < least) continue
          const score = sigmoid(centres[anchor]!) * sigmoid(logit)
          if (score < floor) continue
          const cell = Math.floor(anchor / RATIOS.length)
          const root = Math.sqrt(RATIOS[anchor % RATIOS.length] ?? 1)
          const size = { x: (ANCHOR_CELLS * stride) / root, y: ANCHOR_CELLS * stride * root }
          const at = anchor * 4
          const x = (cell % width) * stride + shifts[at]! * MIDDLE_SCALE * size.x
          const y = Math.floor(cell / width) * stride + shifts[at + 1]! * MIDDLE_SCALE * size.y
          const half = {
            x: (Math.exp(shifts[at + 2]! * SIZE_SCALE) * size.x) / 2,
            y: (Math.exp(shifts[at + 3]! * SIZE_SCALE) * size.y) / 2,
          }
          const box = boxWithin(
            (x - half.x) / covered.width,
            (y - half.y) / covered.height,
            (x + half.x) / covered.width,
            (y + half.y) / covered.height,
          )
          if (box !== undefined) sightings.push({ index, score, box })
        }
      }
    }
    return sightings
  }
