import type { Detection } from '@winnow/contract'

/** Weighed sightings below this part of the strongest one only repeat it, or are the detector's guesses. */
const STRONG = 0.5

/**
 * The sightings of an alarm by layer. Boxes are what the verdict rests on: the strongest that were weighed, and what was left out
 * because it is masked or part of the scene. Everything else the detector took a guess at is faint and would be in the way.
 */
export function sightings<T extends Pick<Detection, 'class' | 'score' | 'counted' | 'masked' | 'static'>>(
  detections: readonly T[],
): Record<'boxes' | 'faint', T[]> {
  const weighed = detections.filter((detection) => detection.counted)
  const strongest = Math.max(0, ...weighed.map((detection) => detection.score))
  const rests = ({ class: name, score, counted, masked, static: scene }: T) =>
    counted ? score >= strongest * STRONG : name !== 'other' && (masked || scene)
  return {
    boxes: detections.filter(rests),
    faint: detections.filter((detection) => !rests(detection)),
  }
}
