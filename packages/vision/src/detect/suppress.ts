import type { Box } from '../types.ts'
import { iou } from './boxes.ts'

/**
 * Greedy non-maximum suppression. Keeps only the object with the best score of several objects of one class that overlap by more than
 * `threshold` (intersection over union). Returns the objects sorted by score, the best first.
 */
export function suppress<T extends { class: string; score: number; box: Box }>(
  things: readonly T[],
  threshold: number,
): T[] {
  const kept: T[] = []
  for (const thing of things.toSorted((a, b) => b.score - a.score)) {
    const hasRival = kept.some((better) => better.class === thing.class && iou(better.box, thing.box) > threshold)
    if (!hasRival) kept.push(thing)
  }
  return kept
}
