import { gatherEvidence, type EnsembleMember } from '../../decide/evidence.ts'
import { committeeKey, type Parameters } from '../../decide/parameters.ts'
import { mergeSightings, type RegionSighting } from '../../detect/merge-sightings.ts'
import { movedFrom } from '../../analyse/judge.ts'
import type { Detection, ObjectClass } from '../../types.ts'
import type { AlarmFindings, Looked, PlacedSighting } from './collect-findings.ts'

const WANTED: readonly ObjectClass[] = ['person', 'vehicle', 'cycle']

const placeKey = ({ class: kind, box }: Pick<RegionSighting, 'class' | 'box'>): string =>
  [kind, box.x, box.y, box.width, box.height].join(' ')

/** Judges what one model saw on one frame, as the filter does with a camera that it does not remember. */
function detectionsOf(
  seen: readonly PlacedSighting[],
  frame: number,
  model: string,
  parameters: Parameters,
): Detection[] {
  const places = new Map(seen.map((one) => [placeKey(one), one]))
  return mergeSightings(
    seen.map(({ class: kind, label, score, box, isCut }) => ({ class: kind, label, score, box, isCut })),
  ).map((sighting) => {
    const { still = null, texture = null } = places.get(placeKey(sighting)) ?? {}
    const moved =
      still === null || texture === null
        ? null
        : movedFrom(sighting.class, { still, texture: () => texture }, parameters)
    // Without a memory, what stands still belongs to the scene, but for people.
    const isStatic = moved === false && sighting.class !== 'person'
    return {
      ...sighting,
      frame,
      moved,
      masked: false,
      static: isStatic,
      counted: !isStatic && WANTED.includes(sighting.class),
      model,
    }
  })
}

/** The looks that the filter takes with these models. */
export const takenBy = (models: readonly EnsembleMember[]) => {
  const key = committeeKey(models.map(({ id }) => id))
  return ({ closerFor }: Looked): boolean => closerFor === undefined || closerFor === key
}

/** The detections after each look, which is when the filter weighs them. The findings may be those of more models than these. */
export function* detectionsByLook(
  { looks }: AlarmFindings,
  models: readonly EnsembleMember[],
  parameters: Parameters,
  takes: (look: Looked) => boolean = takenBy(models),
): Generator<Detection[]> {
  const seen = new Map<string, PlacedSighting[]>()
  let detections: Detection[] = []
  for (const look of looks.filter(takes)) {
    for (const { id } of models) {
      const own = look.seen.filter(({ model }) => model === id)
      const key = `${id} ${look.frame}`
      const all = [...(seen.get(key) ?? []), ...own]
      seen.set(key, all)
      detections = [
        ...detections.filter((one) => one.frame !== look.frame || one.model !== id),
        ...detectionsOf(all, look.frame, id, parameters),
      ]
    }
    yield detections
  }
}

/** The highest evidence after any look: what the filter compares with its threshold. */
export function replayEvidence(
  findings: AlarmFindings,
  models: readonly EnsembleMember[],
  parameters: Parameters,
  takes?: (look: Looked) => boolean,
): number {
  let peak = 0
  for (const detections of detectionsByLook(findings, models, parameters, takes)) {
    peak = Math.max(peak, gatherEvidence(detections, models, findings.framesToSee, parameters).value)
  }
  return peak
}
