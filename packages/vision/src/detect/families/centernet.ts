import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

const STRIDE = 4
/** The largest number of detections per picture, as in the original implementation. */
const MOST = 100

/**
 * Decodes CenterNet (Zhou, Wang and Krähenbühl 2019, "Objects as Points"). `keypoints` (1×classes×h×w) contains for each place the score
 * that it is the centre of an object. `reach` (1×4×h×w) contains the distances from that place to the object's left, top, right and bottom
 * edge, in pixels of the input. A place is a centre only if none of its 8 neighbours has a higher score.
 */
export const centerNetDecoder =
  (names: { keypoints: string; reach: string }): Decode =>
  (outputs, { side }, floor) => {
    const { data, dims } = outputOf(outputs, names.keypoints)
    const reach = outputOf(outputs, names.reach).data
    const [, classes = 0, height = 0, width = 0] = dims
    const area = width * height
    const peaks: { index: number; x: number; y: number; score: number }[] = []
    // Of a million numbers only a few dozen reach the floor. So four numbers are compared at a time.
    const end = classes * area
    for (let from = 0; from < end; from += 4) {
      if (data[from]! < floor && data[from + 1]! < floor && data[from + 2]! < floor && data[from + 3]! < floor) continue
      for (let at = from; at < Math.min(from + 4, end); at += 1) {
        const score = data[at]!
        if (score < floor) continue
        const place = at % area
        const x = place % width
        const y = (place - x) / width
        const index = (at - place) / area
        if (isPeak(data, index * area, { x, y, width, height })) peaks.push({ index, x, y, score })
      }
    }
    return peaks
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MOST)
      .flatMap(({ index, x, y, score }): RawSighting[] => {
        const at = (part: number) => reach[part * area + y * width + x]!
        const [left, top] = [x * STRIDE - at(0), y * STRIDE - at(1)]
        const [right, bottom] = [x * STRIDE + at(2), y * STRIDE + at(3)]
        const box = boxWithin(left / side.width, top / side.height, right / side.width, bottom / side.height)
        return box === undefined ? [] : [{ index, score, box }]
      })
  }

function isPeak(
  data: Float32Array,
  map: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): boolean {
  const score = data[map + y * width + x]!
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
      if (data[map + row * width + column]! > score) return false
  return true
}
