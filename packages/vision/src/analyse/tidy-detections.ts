import { suppress } from '../detect/suppress.ts'
import type { Detection } from '../types.ts'

/** The intersection over union above which boxes of one class from two models show the same object. */
const SAME_THING = 0.5
/** The score from which detections are shown. Weaker ones influence the verdict, but on a picture they would only distract. */
const SHOWN_SCORE = 0.25

/**
 * The detections worth keeping: each object once per frame, from the model with the best score, and weak ones only if they decided the
 * verdict.
 * @param clearScore the score from which reasons mention an object. If it is lower than the usual limit, weaker detections are kept too.
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
    // A counted detection must not suppress a masked or static one. Otherwise the reasons would mention an object that is not shown.
    const alike = Map.groupBy(one, ({ counted, static: scene }) => `${counted} ${scene}`)
    const best = new Set([...alike.values()].flatMap((some) => suppress(some, SAME_THING)))
    const kept = one.filter((detection) => best.has(detection)).toSorted((a, b) => b.score - a.score)
    return decisive !== null && one.includes(decisive) && !kept.includes(decisive) ? [...kept, decisive] : kept
  })
}
