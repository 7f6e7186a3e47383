import { boxWithin } from '../boxes.ts'
import { outputOf, sigmoid, type Decode, type RawSighting } from './family.ts'

/**
 * FastestDet (dog-qiuqiu 2022): one map, 1×(5 + classes)×h×w: how sure it is of a thing, its middle (tanh, in cells), its size
 * (sigmoid, of the whole picture), and the classes. Score = thing^0.6 · class^0.4.
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
      // The least class score that can reach the floor, minus a little for rounding. For nearly all classes a comparison replaces a power.
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
