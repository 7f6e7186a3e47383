import { boxWithin } from '../boxes.ts'
import { outputOf, sigmoid, type Decode, type RawSighting } from './family.ts'

/**
 * Decodes FastestDet (dog-qiuqiu 2022). It has one output of 1×(5 + classes)×h×w. For each cell it contains the objectness score, the
 * centre (2 numbers; their tanh is the distance from the cell's corner in cells), the size (2 numbers; their sigmoid is the share of the
 * whole picture), and a score for each class. Score = objectness^0.6 · class^0.4.
 */
export const fastestDetDecoder =
  (name: string): Decode =>
  (outputs, _frame, floor) => {
    const { data, dims } = outputOf(outputs, name)
    const [, channels = 0, height = 0, width = 0] = dims
    const area = width * height
    const sightings: RawSighting[] = []
    for (let place = 0; place < area; place += 1) {
      const at = (channel: number) => data[channel * area + place]!
      const thing = at(0) ** 0.6
      if (thing < floor) continue
      // The smallest class score that can reach the floor, minus a little for rounding. It avoids computing the power for nearly all
      // classes.
      const least = 0.999 * (floor / thing) ** 2.5
      const x = ((place % width) + Math.tanh(at(1))) / width
      const y = (Math.floor(place / width) + Math.tanh(at(2))) / height
      const half = { x: sigmoid(at(3)) / 2, y: sigmoid(at(4)) / 2 }
      for (let index = 0; index < channels - 5; index += 1) {
        if (at(5 + index) < least) continue
        const score = thing * at(5 + index) ** 0.4
        if (score < floor) continue
        const box = boxWithin(x - half.x, y - half.y, x + half.x, y + half.y)
        if (box !== undefined) sightings.push({ index, score, box })
      }
    }
    return sightings
  }
