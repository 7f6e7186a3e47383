import { suppress } from '../detect/suppress.ts'
import type { Detection } from '../types.ts'

/** Intersection over union from which on two models' boxes of one class show one thing. */
const SAME_THING = 0.5
/** Fainter guesses weigh in the verdict, but on a picture they would only hide what matters. */
const SHOWN_SCORE = 0.25

/**
 * What is worth keeping of all that the models saw: each thing once for each frame, as the surest model saw it, and no faint
 * guesses but the one that decided.
 */
export function tidyDetections(detections: readonly Detection[], decisive: Detection | null): Detection[] {
  const frames = Map.groupBy(
    detections.filter((detection) => detection.score >= SHOWN_SCORE || detection === decisive),
    (detection) => detection.frame,
  )
  return [...frames.values()].flatMap((one) => {
    const kept = suppress(one, SAME_THING)
    return decisive !== null && one.includes(decisive) && !kept.includes(decisive) ? [...kept, decisive] : kept
  })
}
