import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'
import { expectation } from './nanodet.ts'

const STRIDES = [8, 16, 32, 64]
const BINS = 8
/** The numbers of a cell that describe its box: for each of four sides the distribution of its distance, in 8 steps. */
export const DISTANCES = 4 * BINS

/**
 * Decodes NanoDet-Plus (RangiLyu 2021) as its authors export it: one output, 1×N×(classes + 32), with a row for each cell of strides 8, 16, 32 and
 * 64. A row has the scores of the classes and, for each side of the box, the distribution of its distance from the cell's point, which
 * is the upper left corner of the cell (in NanoDet its centre).
 */
export const nanodetPlusDecoder =
  ({ output }: { output: string }): Decode =>
  (outputs, { side, covered }, floor) => {
    const { data, dims } = outputOf(outputs, output)
    const fields = dims.at(-1) ?? 0
    const classes = fields - DISTANCES
    const sightings: RawSighting[] = []
    let first = 0
    for (const stride of STRIDES) {
      const [columns, rows] = [Math.ceil(side.width / stride), Math.ceil(side.height / stride)]
      for (let cell = 0; cell < columns * rows; cell += 1) {
        const row = (first + cell) * fields
        for (let index = 0; index < classes; index += 1) {
          const score = data[row + index] ?? 0
          if (score < floor) continue
          const [x, y] = [(cell % columns) * stride, Math.floor(cell / columns) * stride]
          const reach = (part: number) => expectation(data, row + classes + part * BINS) * stride
          const box = boxWithin(
            (x - reach(0)) / covered.width,
            (y - reach(1)) / covered.height,
            (x + reach(2)) / covered.width,
            (y + reach(3)) / covered.height,
          )
          if (box !== undefined) sightings.push({ index, score, box })
        }
      }
      first += columns * rows
    }
    return sightings
  }
