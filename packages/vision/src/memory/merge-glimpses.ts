import { iou } from '../detect/boxes.ts'
import type { Box } from '../types.ts'
import type { Glimpse } from './recall.ts'

/**
 * The intersection over union above which detections of one alarm show one object. Boxes vary from frame to frame and from model to model.
 */
const SAME_THING = 0.5

/** Rounds a coordinate to a ten-thousandth of the picture, to save space. This is exact enough for the comparison. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

function meanOf(boxes: readonly Box[]): Box {
  const mean = (side: keyof Box) => rounded(boxes.reduce((sum, box) => sum + box[side], 0) / boxes.length)
  return { x: mean('x'), y: mean('y'), width: mean('width'), height: mean('height') }
}

/**
 * Returns each object of an alarm once, with its typical place and its appearance in the best detection, sorted by score, the best first.
 */
export function mergeGlimpses(glimpses: readonly Glimpse[]): Glimpse[] {
  const groups: { best: Glimpse; boxes: Box[] }[] = []
  for (const glimpse of glimpses.toSorted((a, b) => b.score - a.score)) {
    const same = groups.find(({ best }) => best.class === glimpse.class && iou(best.box, glimpse.box) >= SAME_THING)
    if (same === undefined) groups.push({ best: glimpse, boxes: [glimpse.box] })
    else same.boxes.push(glimpse.box)
  }
  return groups.map(({ best, boxes }) => ({ ...best, box: meanOf(boxes) }))
}
