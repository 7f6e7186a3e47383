import { boxWithin } from '../boxes.ts'
import { outputOf, sigmoid, type Decode, type RawSighting } from './family.ts'

/**
 * How scores are computed from a query's logits. `sigmoid`: each class is independent. `softmax`: the classes exclude each other, and the
 * last one means "nothing".
 */
export type QueryScores = 'sigmoid' | 'softmax'

/**
 * Decodes DETR (Carion et al. 2020) and its successors (RT-DETR, D-FINE, RF-DETR). `logits` (1×queries×classes) contains the logits of the
 * classes for each query. `boxes` (1×queries×4) contains the centre and size of each query's box, as fractions of the input.
 */
export const detrDecoder =
  (names: { logits: string; boxes: string; scores: QueryScores }): Decode =>
  (outputs, { side, covered }, floor) => {
    const { data, dims } = outputOf(outputs, names.logits)
    const boxes = outputOf(outputs, names.boxes).data
    const [queries = 0, classes = 0] = dims.slice(-2)
    const scale = { x: side.width / covered.width, y: side.height / covered.height }
    const sightings: RawSighting[] = []
    for (let query = 0; query < queries; query += 1) {
      const logits = data.subarray(query * classes, (query + 1) * classes)
      const scores = names.scores === 'sigmoid' ? Array.from(logits, sigmoid) : softmax(logits).slice(0, -1)
      for (const [index, score] of scores.entries()) {
        if (score < floor) continue
        const at = (part: number) => boxes[query * 4 + part] ?? 0
        const half = { x: at(2) / 2, y: at(3) / 2 }
        const box = boxWithin(
          (at(0) - half.x) * scale.x,
          (at(1) - half.y) * scale.y,
          (at(0) + half.x) * scale.x,
          (at(1) + half.y) * scale.y,
        )
        if (box !== undefined) sightings.push({ index, score, box })
      }
    }
    return sightings
  }

function softmax(logits: Float32Array): number[] {
  const largest = Math.max(...logits)
  const powers = Array.from(logits, (logit) => Math.exp(logit - largest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
