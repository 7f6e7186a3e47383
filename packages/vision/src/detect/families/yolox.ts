import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

const STRIDES = [8, 16, 32]

/**
 * Decodes YOLOX (Ge et al. 2021). The output has one row for each cell of three grids, the finest grid first. A row contains the centre (in
 * cells, relative to the cell), the logarithm of the size (in cells), the objectness score, and a score for each class. The picture is in
 * the upper left of the input.
 */
export const yoloxDecoder =
  (name: string): Decode =>
  (outputs, { side, covered }, floor) => {
    const { data, dims } = outputOf(outputs, name)
    const columns = dims.at(-1) ?? 0
    const sightings: RawSighting[] = []
    let row = 0
    for (const stride of STRIDES) {
      const width = Math.ceil(side.width / stride)
      const height = Math.ceil(side.height / stride)
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1, row += 1) {
          const at = row * columns
          const thing = data[at + 4] ?? 0
          if (thing < floor) continue
          const middle = { x: (data[at]! + x) * stride, y: (data[at + 1]! + y) * stride }
          const half = { x: (Math.exp(data[at + 2]!) * stride) / 2, y: (Math.exp(data[at + 3]!) * stride) / 2 }
          for (let index = 0; index < columns - 5; index += 1) {
            const score = thing * data[at + 5 + index]!
            if (score < floor) continue
            const box = boxWithin(
              (middle.x - half.x) / covered.width,
              (middle.y - half.y) / covered.height,
              (middle.x + half.x) / covered.width,
              (middle.y + half.y) / covered.height,
            )
            if (box !== undefined) sightings.push({ index, score, box })
          }
        }
      }
    }
    return sightings
  }
