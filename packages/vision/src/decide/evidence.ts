import { iou } from '../detect/boxes.ts'
import type { Detector } from '../detect/detector.ts'
import { linkDetections } from '../link/link-detections.ts'
import type { Detection } from '../types.ts'
import type { Parameters } from './parameters.ts'

/** A model that has looked, whether or not it saw anything. */
export type Looker = Pick<Detector, 'id' | 'sees'>

/** Intersection over union from which two boxes are one thing: a dog beside its master is not. */
const SAME_THING = 0.5

/** The strongest case for an alarm: how strong, and the detection that makes it. */
export interface Evidence {
  /** 0–1, on the scale of the models' scores. */
  value: number
  detection: Detection | null
}

function isSameThing(a: Detection, b: Detection): boolean {
  return a.frame === b.frame && iou(a.box, b.box) > SAME_THING
}

/** The surest sighting of a class at a thing's place, summed over the models: one model's slip weighs less than what all agree on. */
function supportAt(thing: Detection, kind: Detection['class'], all: readonly Detection[]): number {
  const best = new Map<string, number>()
  for (const other of all) {
    if (other.class === kind && isSameThing(other, thing))
      best.set(other.model, Math.max(best.get(other.model) ?? 0, other.score))
  }
  return [...best.values()].reduce((sum, score) => sum + score, 0)
}

/** Whether some models together rather see an animal at a thing's place. */
function isRatherAnimal(thing: Detection, seen: readonly Detection[], { animalRatio }: Parameters): boolean {
  return supportAt(thing, 'animal', seen) > animalRatio * supportAt(thing, thing.class, seen)
}

/** A model's score, less for what it rather takes for an animal itself, and all models together do: one's slip weighs less than what others see. */
function weigh(detection: Detection, all: readonly Detection[], parameters: Parameters): number {
  if (detection.class === 'animal') return detection.score
  const own = all.filter(({ model }) => model === detection.model)
  const isAnimal = isRatherAnimal(detection, own, parameters) && isRatherAnimal(detection, all, parameters)
  return detection.score * (isAnimal ? parameters.animalWeight : 1)
}

/** Fainter sightings are not counted as things that a model sees. */
const SEEN_SCORE = 0.3

/**
 * How far a model is believed in an alarm. One that sees dozens of things move on one frame sees falling snow or insects, and among so
 * many some look like a person; in a crowd the other models' evidence carries the alarm. Falls with the root of their number.
 */
function credit(model: string, detections: readonly Detection[], parameters: Parameters): number {
  const moving = detections.filter(
    ({ model: by, class: kind, score, moved }) =>
      by === model && kind !== 'other' && score >= SEEN_SCORE && moved !== false,
  )
  const most = Math.max(0, ...[...Map.groupBy(moving, ({ frame }) => frame).values()].map((frame) => frame.length))
  return most > parameters.clutter ? Math.sqrt(parameters.clutter / most) : 1
}

/** What one model makes of an alarm: for each thing, its best frame and, in a burst, some of its second best. */
function evidenceOf(
  model: string,
  detections: readonly Detection[],
  framesToSee: number,
  parameters: Parameters,
): Evidence {
  const weighed = detections
    .filter((detection) => detection.counted && detection.model === model)
    .map((detection) => ({
      ...detection,
      score: weigh(detection, detections, parameters),
      detection,
    }))
  const agreement = framesToSee > 1 ? parameters.agreement : 0
  let best: Evidence = { value: 0, detection: null }
  for (const track of linkDetections(weighed)) {
    const [first, second] = track.members
    if (first === undefined) continue
    const value = (1 - agreement) * first.score + agreement * (second?.score ?? 0)
    if (value > best.value) best = { value, detection: first.detection }
  }
  return { ...best, value: best.value * credit(model, detections, parameters) }
}

/** The case of some models for what one of them names: each one's strongest, all counting alike that could have named it. */
function committeeEvidence(
  models: readonly Looker[],
  all: readonly Detection[],
  framesToSee: number,
  parameters: Parameters,
): Evidence {
  const detections = all.filter(({ model }) => models.some(({ id }) => id === model))
  const cases = models.map(({ id, sees }) => ({ sees, ...evidenceOf(id, detections, framesToSee, parameters) }))
  let best: Evidence = { value: 0, detection: null }
  for (const kind of new Set(cases.flatMap(({ detection }) => detection?.class ?? []))) {
    const able = cases.filter(({ sees }) => sees.includes(kind)).toSorted((a, b) => b.value - a.value)
    const value = able.reduce((total, one) => total + one.value, 0) / able.length
    if (value > best.value) best = { value, detection: able[0]?.detection ?? null }
  }
  return best
}

/** Who is heard together: all; beside a measured set that others joined, that set, too; of models nobody measured, each one. */
function committeesOf(models: readonly Looker[], measured: readonly string[] | undefined): (readonly Looker[])[] {
  if (measured === undefined) return [models]
  if (measured.length === 0) return models.map((model) => [model])
  return [models, models.filter(({ id }) => measured.includes(id))]
}

/**
 * Weighs all counted detections: what is really there is there on more than one frame, and other models see it, too, so each
 * model's strongest case is taken and all count alike that could have named what is there: who knows no persons does not speak
 * against one. A model that nobody measured among the others may add to a case and never takes from it. Grows with every further
 * detection, apart from animals and clutter.
 * @param framesToSee how many frames could bear each other out, in the end
 */
export function gatherEvidence(
  detections: readonly Detection[],
  models: readonly Looker[],
  framesToSee: number,
  parameters: Parameters,
): Evidence {
  let best: Evidence = { value: 0, detection: null }
  for (const committee of committeesOf(models, parameters.measured)) {
    const evidence = committeeEvidence(committee, detections, framesToSee, parameters)
    if (evidence.value > best.value) best = evidence
  }
  return best
}

/** Evidence as a probability. */
export function probabilityOf(evidence: number, parameters: Parameters): number {
  return 1 / (1 + Math.exp(-(parameters.bias + parameters.slope * evidence)))
}
