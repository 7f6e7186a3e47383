import { distanceOf, sizeOf } from '../detect/boxes.ts'
import type { Detector } from '../detect/detector.ts'
import type { Box, Detection } from '../types.ts'

/** The score from which a detection can belong to a swarm. */
const SEEN_SCORE = 0.3
/**
 * The largest distance between two objects on different frames that are at about the same place, as a multiple of the first one's size. A
 * walking person moves by about 1.4 times its size in a second.
 */
const SAME_SPOT = 1.5
/** The largest ratio of the sizes of two objects on different frames that are at about the same place. */
const SAME_SIZE = 1.6

function isAboutWhere(a: Box, b: Box): boolean {
  const ratio = sizeOf(a) / sizeOf(b)
  return distanceOf(a, b) < SAME_SPOT * sizeOf(a) && Math.max(ratio, 1 / ratio) < SAME_SIZE
}

/**
 * Returns the largest group of moving objects on one frame for which this model sees nothing similar nearby on any other frame. Most people
 * in a crowd and most cars in a car park are at about the same place on another frame, but snowflakes are not.
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
 * Returns how much each model is believed in a burst, 0–1, by its id. A model that sees a swarm that no other model sees is probably
 * looking at snow or insects, and among many flakes some look like a person. Only models that know all classes of the swarm can confirm it.
 * If there is no such model, the model that sees the swarm is believed.
 * @param clutter how many more objects than the other models a model may see before it is believed less
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
