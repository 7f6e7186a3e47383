import { iou } from '../detect/boxes.ts'
import type { Detector } from '../detect/detector.ts'
import { linkDetections } from '../link/link-detections.ts'
import type { Detection } from '../types.ts'
import type { Parameters } from './parameters.ts'
import { creditsOf } from './swarm.ts'

/** A member of the ensemble: a model that has run on at least one frame, whether or not it found anything. */
export type EnsembleMember = Pick<Detector, 'id' | 'sees'>

/** The intersection over union above which two boxes show the same object. The boxes of a dog and of a
 * person beside the dog overlap less. */
const SAME_THING = 0.5

/** The strongest evidence for an alarm, and the detection it comes from. */
export interface Evidence {
  /** 0–1, on the scale of the models' scores. */
  value: number
  detection: Detection | null
}

function isSameThing(a: Detection, b: Detection): boolean {
  return a.frame === b.frame && iou(a.box, b.box) > SAME_THING
}

/** The support for a class at an object's place: the sum of each model's best score. One model's mistake has little effect on it. */
function supportAt(thing: Detection, kind: Detection['class'], all: readonly Detection[]): number {
  const best = new Map<string, number>()
  for (const other of all) {
    if (other.class === kind && isSameThing(other, thing))
      best.set(other.model, Math.max(best.get(other.model) ?? 0, other.score))
  }
  return [...best.values()].reduce((sum, score) => sum + score, 0)
}

/** Whether these detections support an animal at the object's place more than the object's own class. */
function isRatherAnimal(thing: Detection, seen: readonly Detection[], { animalRatio }: Parameters): boolean {
  return supportAt(thing, 'animal', seen) > animalRatio * supportAt(thing, thing.class, seen)
}

/**
 * Whether an object is probably an animal. This requires more support for an animal both in the model that detected the object and in all
 * models together, so that the mistake of one model is not enough.
 * @param there all detections on the object's frame
 */
export function isTakenForAnimal(thing: Detection, there: readonly Detection[], parameters: Parameters): boolean {
  if (thing.class === 'animal') return false
  const own = there.filter(({ model }) => model === thing.model)
  return isRatherAnimal(thing, own, parameters) && isRatherAnimal(thing, there, parameters)
}

/** A detection's score, reduced if the object is probably an animal, or looks like a person but did not change at all in a burst. */
function weigh(detection: Detection, all: readonly Detection[], parameters: Parameters): number {
  const { animalWeight, standing } = parameters
  const asAnimal = isTakenForAnimal(detection, all, parameters) ? animalWeight : 1
  const isStanding = detection.class === 'person' && detection.moved === false
  return detection.score * asAnimal * (isStanding ? standing : 1)
}

/** One model's evidence for one object: its score on the best frame, and in a burst (several frames) a share of the second-best score. */
interface Case {
  value: number
  class: Detection['class']
  /** The object's detections, the best first. */
  members: readonly { detection: Detection }[]
}

/**
 * Lists all objects that one model found, the strongest evidence first.
 * @param agreement the weight of the second-best frame, 0–1
 * @param believed how much the model is believed, 0–1, a factor on its evidence
 */
function casesOf(
  model: string,
  detections: readonly Detection[],
  agreement: number,
  believed: number,
  parameters: Parameters,
): Case[] {
  const onFrame = Map.groupBy(detections, ({ frame }) => frame)
  const weighed = detections
    .filter((detection) => detection.counted && detection.model === model)
    .map((detection) => ({
      ...detection,
      score: weigh(detection, onFrame.get(detection.frame) ?? [], parameters),
      detection,
    }))
  return linkDetections(weighed)
    .flatMap(({ members }): Case[] => {
      const [first, second] = members
      if (first === undefined) return []
      const value = believed * ((1 - agreement) * first.score + agreement * (second?.score ?? 0))
      return [{ value, class: first.class, members }]
    })
    .toSorted((a, b) => b.value - a.value)
}

/** The intersection over union above which two boxes are at the same place. Low, because boxes of distant or faint objects are inexact. */
const SAME_PLACE = 0.3

/**
 * Whether two models' objects are at the same place. If both were detected on the same frame, their boxes must overlap there. Otherwise the
 * object may have moved between the frames, so the rule that links detections across frames decides. Their classes do not matter.
 */
function isAtSamePlace(a: Case, b: Case): boolean {
  const shared = a.members.flatMap(({ detection: one }) =>
    b.members.flatMap(({ detection: other }) => (one.frame === other.frame ? [[one, other] as const] : [])),
  )
  if (shared.length > 0) return shared.some(([one, other]) => iou(one.box, other.box) > SAME_PLACE)
  const [one] = a.members
  const [other] = b.members
  if (one === undefined || other === undefined) return false
  return linkDetections([one.detection, { ...other.detection, class: one.detection.class }]).length === 1
}

/**
 * Returns one model's vote on an object that another model found. It is the larger of two values: the voting model's evidence at the place
 * of the object, and the fraction `elsewhere` (0–1) of its strongest evidence for the same class at any place.
 */
function voteOn(thing: Case, cases: readonly Case[], elsewhere: number): number {
  const there = cases.find((one) => isAtSamePlace(one, thing))?.value ?? 0
  const alike = cases.find((one) => one.class === thing.class)?.value ?? 0
  return Math.max(there, elsewhere * alike)
}

/** Makes one value of the votes of several models: their mean and, with the weight `strongest`, the largest of them. */
function together(votes: readonly number[], strongest: number): number {
  const mean = votes.reduce((sum, vote) => sum + vote, 0) / votes.length
  return (1 - strongest) * mean + strongest * Math.max(...votes)
}

/**
 * Returns the evidence of an ensemble for the object that it supports most. The votes of all models that know the object's class have equal
 * weight.
 * @param framesToSee the number of the alarm's frames that will have been analysed in the end
 */
function ensembleEvidence(
  models: readonly EnsembleMember[],
  all: readonly Detection[],
  framesToSee: number,
  parameters: Parameters,
): Evidence {
  const isBurst = framesToSee > 1
  const { strongest } = parameters
  const agreement = isBurst ? parameters.agreement : 0
  // On a single picture each model has only one chance to detect an object. Its evidence for an object at another place therefore counts in
  // full.
  const elsewhere = isBurst ? parameters.elsewhere : 1
  const detections = all.filter(({ model }) => models.some(({ id }) => id === model))
  // One picture is not enough to tell a swarm of insects or snow from a crowd.
  const credits = isBurst ? creditsOf(models, detections, parameters.clutter) : new Map<string, number>()
  const votes = models.map(({ id, sees }) => ({
    sees,
    cases: casesOf(id, detections, agreement, credits.get(id) ?? 1, parameters),
  }))
  const things = votes
    .flatMap((by) => by.cases.map((thing) => ({ by, thing })))
    .toSorted((a, b) => b.thing.value - a.thing.value)
  let best: Evidence = { value: 0, detection: null }
  for (const { by, thing } of things) {
    const able = votes.filter(({ sees }) => sees.includes(thing.class))
    const most = able.map((one) => (one === by ? thing.value : (one.cases[0]?.value ?? 0)))
    if (together(most, strongest) <= best.value) continue
    const cast = able.map((one) => (one === by ? thing.value : voteOn(thing, one.cases, elsewhere)))
    const value = together(cast, strongest)
    if (value > best.value) best = { value, detection: thing.members[0]?.detection ?? null }
  }
  return best
}

/**
 * Returns the ensembles whose evidence is compared. If all models were measured together, there is one ensemble of all models. If
 * unmeasured models joined a measured set, there are two: all models, and the measured set. If no set of these models was ever measured,
 * each model alone is an ensemble.
 */
function ensemblesOf(
  models: readonly EnsembleMember[],
  measured: readonly string[] | undefined,
): (readonly EnsembleMember[])[] {
  if (measured === undefined) return [models]
  if (measured.length === 0) return models.map((model) => [model])
  return [models, models.filter(({ id }) => measured.includes(id))]
}

/**
 * Works out the strongest evidence for an alarm from all counted detections.
 *
 * A real object is usually seen on several frames, and by several models at the same place. The evidence for an object is therefore the
 * mean of the votes of all models that know its class. A model that knows no persons does not vote on a person. A model that found an
 * object of the same class only at another place votes with a share of its evidence, because different models mistake different snowflakes
 * and insects for objects. A model that was never measured with the others can raise the evidence but not lower it.
 *
 * Further detections usually raise the evidence. They can lower it if they show an animal or a swarm, or if they change how detections are
 * linked. A caller that stops early must therefore use the highest evidence so far.
 * @param framesToSee the number of the alarm's frames that will have been analysed in the end; with more than one the alarm is a burst
 */
export function gatherEvidence(
  detections: readonly Detection[],
  models: readonly EnsembleMember[],
  framesToSee: number,
  parameters: Parameters,
): Evidence {
  let best: Evidence = { value: 0, detection: null }
  for (const ensemble of ensemblesOf(models, parameters.measured)) {
    const evidence = ensembleEvidence(ensemble, detections, framesToSee, parameters)
    if (evidence.value > best.value) best = evidence
  }
  return best
}

/**
 * Returns the support for each counted detection on its frame, the strongest first. The support in one ensemble is the mean of its models'
 * best scores at that place. The highest support in any ensemble is returned.
 */
export function gatherSupport(
  detections: readonly Detection[],
  models: readonly EnsembleMember[],
  { measured }: Pick<Parameters, 'measured'>,
): { detection: Detection; support: number }[] {
  const ensembles = ensemblesOf(models, measured)
  const onFrame = Map.groupBy(
    detections.filter(({ counted }) => counted),
    ({ frame }) => frame,
  )
  const supportIn = (ensemble: readonly EnsembleMember[], thing: Detection, there: readonly Detection[]): number => {
    const able = ensemble.filter(({ sees }) => sees.includes(thing.class))
    const best = able.map(({ id }) =>
      Math.max(0, ...there.filter(({ model }) => model === id).map(({ score }) => score)),
    )
    return best.reduce((sum, score) => sum + score, 0) / Math.max(1, able.length)
  }
  return [...onFrame.values()]
    .flatMap((things) =>
      things.map((detection) => {
        const there = things.filter(({ box }) => iou(box, detection.box) > SAME_PLACE)
        const supports = ensembles.map((ensemble) => supportIn(ensemble, detection, there))
        return { detection, support: Math.max(0, ...supports) }
      }),
    )
    .toSorted((a, b) => b.support - a.support)
}
