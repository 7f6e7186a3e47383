import { distanceOf, sizeOf } from '../detect/boxes.ts'
import type { Detector } from '../detect/detector.ts'
import type { Box, Detection } from '../types.ts'

/** Weaker detections do not count as objects that a model sees. */
const SEEN_SCORE = 0.3
/**
 * An object is about where another frame shows one if they are at most this far apart, in its own sizes, and differ in size by at most this
 * factor. A walking person moves some 1.4 of its sizes in a second.
 */
const SAME_SPOT = 1.5
const SAME_SIZE = 1.6

function isAboutWhere(a: Box, b: Box): boolean {
  const ratio = sizeOf(a) / sizeOf(b)
  return distanceOf(a, b) < SAME_SPOT * sizeOf(a) && Math.max(ratio, 1 / ratio) < SAME_SIZE
}

/**
 * The largest group of moving objects on one frame for which this model sees nothing similar nearby on any other frame. Most people of a
 * crowd and most cars of a car park are about where they were; snowflakes are not.
 */
function swarmOf(model: string, detections: readonly Detection[]): readonly Detection[] {
  const seen = detections.filter(({ model: by, class: kind }) => by === model && kind !== 'other')
  const fleeting = seen.filter(
    ({ frame, score, moved, static: isScene, box }) =>
      score >= SEEN_SCORE &&
      moved !== false &&
      !isScene &&
      !seen.some((other) => other.frame !== frame && isAboutWhere(box, other.box)),
  )
  const frames = [...Map.groupBy(fleeting, ({ frame }) => frame).values()]
  return frames.toSorted((a, b) => b.length - a.length)[0] ?? []
}

/**
 * How much each model is believed in a burst, 0–1. A model that sees a swarm that no other model sees is probably looking at snow or
 * insects, and among many flakes some look like a person. Only models that know all classes of the swarm can confirm it; without any such
 * model it is believed.
 * @param clutter how many objects it may see beyond what others see
 */
export function creditsOf(
  models: readonly Pick<Detector, 'id' | 'sees'>[],
  detections: readonly Detection[],
  clutter: number,
): Map<string, number> {
  const swarming = models.map(({ id, sees }) => ({ id, sees, swarm: swarmOf(id, detections) }))
  const credits = swarming.map(({ id, swarm }): [string, number] => {
    const kinds = [...new Set(swarm.map((thing) => thing.class))]
    const witnesses = swarming.filter((other) => other.id !== id && kinds.every((kind) => other.sees.includes(kind)))
    if (witnesses.length === 0) return [id, 1]
    const shared = Math.max(...witnesses.map((witness) => witness.swarm.length))
    return [id, Math.min(1, clutter / Math.max(0, swarm.length - shared))]
  })
  return new Map(credits)
}
