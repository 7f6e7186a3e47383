import { distanceOf, sizeOf } from '../detect/boxes.ts'
import type { Detector } from '../detect/detector.ts'
import type { Box, Detection } from '../types.ts'

/** Fainter sightings are not counted as things that a model sees. */
const SEEN_SCORE = 0.3
/**
 * How far, in its own sizes, and how many times larger or smaller a thing may be on another frame to have been about there: who walks goes
 * some 1.4 of them in a second.
 */
const SAME_SPOT = 1.5
const SAME_SIZE = 1.6

function isAboutWhere(a: Box, b: Box): boolean {
  const ratio = sizeOf(a) / sizeOf(b)
  return distanceOf(a, b) < SAME_SPOT * sizeOf(a) && Math.max(ratio, 1 / ratio) < SAME_SIZE
}

/**
 * The most things on one frame that a model sees move and sees nothing like about there on any other: most of a crowd's people and of
 * the cars of a car park are about where they were, flakes are not.
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
 * How far each model is believed in a burst, 0–1. One that sees a swarm that no other model sees looks at falling snow or insects, and
 * among so many some look like a person. Only models that could have named all that swarms can tell; without one it is believed.
 * @param clutter how many it may see beyond what any of them sees
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
