import { outputOf, type Decode, type RawSighting } from './family.ts'
import { boxAround, DISTANCES } from './nanodet.ts'

const STRIDES = [8, 16, 32, 64]

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
          const point = { x: (cell % columns) * stride, y: Math.floor(cell / columns) * stride }
          const box = boxAround(point, { logits: data, at: row + classes, stride }, covered)
          if (box !== undefined) sightings.push({ index, score, box })
        }
      }
      first += columns * rows
    }
    return sightings
  }
