import { suppress } from '../detect/suppress.ts'
import type { Detection } from '../types.ts'

/** Intersection over union above which boxes of one class from two models are the same object. */
const SAME_THING = 0.5
/** Weaker detections count in the verdict, but shown on a picture they would only hide what matters. */
const SHOWN_SCORE = 0.25

/**
 * The detections worth keeping: each object once per frame, from the model with the best score, and weak ones only if they decided the
 * verdict.
 * @param clearScore the score from which reasons mention an object, where that is lower
 */
export function tidyDetections(
  detections: readonly Detection[],
  decisive: Detection | null,
  clearScore = SHOWN_SCORE,
): Detection[] {
  const least = Math.min(SHOWN_SCORE, clearScore)
  const frames = Map.groupBy(
    detections.filter((detection) => detection.score >= least || detection === decisive),
    (detection) => detection.frame,
  )
  return [...frames.values()].flatMap((one) => {
    // Detections that count must not suppress those in masks or of the scene. Otherwise reasons would mention what is not shown.
    const alike = Map.groupBy(one, ({ counted, static: scene }) => `${counted} ${scene}`)
    const best = new Set([...alike.values()].flatMap((some) => suppress(some, SAME_THING)))
    const kept = one.filter((detection) => best.has(detection)).toSorted((a, b) => b.score - a.score)
    return decisive !== null && one.includes(decisive) && !kept.includes(decisive) ? [...kept, decisive] : kept
  })
}
