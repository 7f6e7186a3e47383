import { suppress } from '../detect/suppress.ts'
import type { Detection } from '../types.ts'

/** Intersection over union from which on two models' boxes of one class show one thing. */
const SAME_THING = 0.5
/** Fainter guesses weigh in the verdict, but on a picture they would only hide what matters. */
const SHOWN_SCORE = 0.25

/**
 * What is worth keeping of all that the models saw: each thing once for each frame, as the surest model saw it, and no faint
 * guesses but the one that decided.
 * @param clearScore the score from which reasons speak of a thing, where that is fainter
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
    // What counts does not hide what lies in a mask or belongs to the scene, or the reasons would speak of what is not to be seen.
    const alike = Map.groupBy(one, ({ counted, static: scene }) => `${counted} ${scene}`)
    const best = new Set([...alike.values()].flatMap((some) => suppress(some, SAME_THING)))
    const kept = one.filter((detection) => best.has(detection)).toSorted((a, b) => b.score - a.score)
    return decisive !== null && one.includes(decisive) && !kept.includes(decisive) ? [...kept, decisive] : kept
  })
}
