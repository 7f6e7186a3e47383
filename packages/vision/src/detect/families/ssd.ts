import { boxWithin } from '../boxes.ts'
import { outputOf, type Decode, type RawSighting } from './family.ts'

/** The names of a network's three output lists, and their formats. */
export interface FinishedLists {
  boxes: string
  scores: string
  labels: string
  /** The order of a box's edges: left, top, right, bottom (torchvision), or top, left, bottom, right (TensorFlow). */
  edges: 'ltrb' | 'tlbr'
  /** The unit of the edges: pixels of the input, or shares (0–1) of its width and height. */
  unit: 'pixels' | 'share'
  /** The number of the first class. It is 1 if class 0 is the background. */
  first: 0 | 1
}

/**
 * Decodes SSD (Liu et al. 2016) and other networks that return lists of N objects: the edges of the boxes (N×4), the scores (N) and the
 * class numbers (N). The network has already removed near duplicates.
 */
export const ssdDecoder =
  (lists: FinishedLists): Decode =>
  (outputs, { side, covered }, floor) => {
    const boxes = outputOf(outputs, lists.boxes).data
    const labels = outputOf(outputs, lists.labels).data
    const unit = lists.unit === 'pixels' ? { x: 1, y: 1 } : { x: side.width, y: side.height }
    const [left, top, right, bottom] = lists.edges === 'ltrb' ? [0, 1, 2, 3] : [1, 0, 3, 2]
    const sightings: RawSighting[] = []
    for (const [place, score] of outputOf(outputs, lists.scores).data.entries()) {
      if (score < floor) continue
      const at = (part: number) => boxes[place * 4 + part] ?? 0
      const x = unit.x / covered.width
      const y = unit.y / covered.height
      const box = boxWithin(at(left) * x, at(top) * y, at(right) * x, at(bottom) * y)
      const index = Math.round(labels[place] ?? -1) - lists.first
      if (box !== undefined && index >= 0) sightings.push({ index, score, box })
    }
    return sightings
  }
