import { iou } from '../detect/boxes.ts'
import type { Detector } from '../detect/detector.ts'
import { linkDetections } from '../link/link-detections.ts'
import type { Detection } from '../types.ts'
import type { Parameters } from './parameters.ts'
import { creditsOf } from './swarm.ts'

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

/**
 * Whether a model rather takes a thing for an animal itself, and all models together do: one's slip weighs less than what others see.
 * @param there all that was seen on its frame
 */
export function isTakenForAnimal(thing: Detection, there: readonly Detection[], parameters: Parameters): boolean {
  if (thing.class === 'animal') return false
  const own = there.filter(({ model }) => model === thing.model)
  return isRatherAnimal(thing, own, parameters) && isRatherAnimal(thing, there, parameters)
}

/** A model's score, less for what is taken for an animal. */
function weigh(detection: Detection, all: readonly Detection[], parameters: Parameters): number {
  return detection.score * (isTakenForAnimal(detection, all, parameters) ? parameters.animalWeight : 1)
}

/** What one model makes of a thing: its best frame and, in a burst, some of its second best. */
interface Case {
  value: number
  class: Detection['class']
  /** Best first. */
  members: readonly { detection: Detection }[]
}

/** All that one model has to say, the strongest case first. */
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

/** Intersection over union from which on two models see something at one place: what is far or faint is boxed loosely. */
const SAME_PLACE = 0.3

/** On a frame that both see it on; where there is none, it may have gone as far as linking reaches, and they may call it what they like. */
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

/** A model's word on another one's thing: what it sees there, or so much of the strongest like it that it sees elsewhere. */
function wordOn(thing: Case, cases: readonly Case[], elsewhere: number): number {
  const there = cases.find((one) => isAtSamePlace(one, thing))?.value ?? 0
  const alike = cases.find((one) => one.class === thing.class)?.value ?? 0
  return Math.max(there, elsewhere * alike)
}

/** The case of some models for the thing that they make most of together, all counting alike that could have named it. */
function committeeEvidence(
  models: readonly Looker[],
  all: readonly Detection[],
  framesToSee: number,
  parameters: Parameters,
): Evidence {
  const isBurst = framesToSee > 1
  const agreement = isBurst ? parameters.agreement : 0
  // On a single picture each has but one chance to see a thing.
  const elsewhere = isBurst ? parameters.elsewhere : 1
  const detections = all.filter(({ model }) => models.some(({ id }) => id === model))
  // A single picture does not tell a swarm from a crowd.
  const credits = isBurst ? creditsOf(models, detections, parameters.clutter) : new Map<string, number>()
  const heard = models.map(({ id, sees }) => ({
    sees,
    cases: casesOf(id, detections, agreement, credits.get(id) ?? 1, parameters),
  }))
  const things = heard
    .flatMap((by) => by.cases.map((thing) => ({ by, thing })))
    .toSorted((a, b) => b.thing.value - a.thing.value)
  let best: Evidence = { value: 0, detection: null }
  for (const { by, thing } of things) {
    const able = heard.filter(({ sees }) => sees.includes(thing.class))
    const most = able.reduce((sum, one) => sum + (one === by ? thing.value : (one.cases[0]?.value ?? 0)), 0)
    if (most / able.length <= best.value) continue
    const words = able.map((one) => (one === by ? thing.value : wordOn(thing, one.cases, elsewhere)))
    const value = words.reduce((sum, word) => sum + word, 0) / able.length
    if (value > best.value) best = { value, detection: thing.members[0]?.detection ?? null }
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
 * Weighs all counted detections: what is really there is there on more than one frame, and other models see it at the same place, so
 * the case for a thing is the mean of what all say to it that could have named it: who knows no persons does not speak against one. What
 * a model sees elsewhere counts less, as flakes and insects do that each model sees others of. A model that nobody measured among the
 * others may add to a case and never takes from it. Mostly grows with further detections, but for animals, swarms, and what is linked anew:
 * who stops looking early goes by the most that there was.
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

/**
 * What there is for each counted thing on its frame alone, most first: the mean of the best scores at its place, of the committee that makes
 * most of it.
 */
export function gatherSupport(
  detections: readonly Detection[],
  models: readonly Looker[],
  { measured }: Pick<Parameters, 'measured'>,
): { detection: Detection; support: number }[] {
  const committees = committeesOf(models, measured)
  const onFrame = Map.groupBy(
    detections.filter(({ counted }) => counted),
    ({ frame }) => frame,
  )
  const supportIn = (committee: readonly Looker[], thing: Detection, there: readonly Detection[]): number => {
    const able = committee.filter(({ sees }) => sees.includes(thing.class))
    const best = able.map(({ id }) =>
      Math.max(0, ...there.filter(({ model }) => model === id).map(({ score }) => score)),
    )
    return best.reduce((sum, score) => sum + score, 0) / Math.max(1, able.length)
  }
  return [...onFrame.values()]
    .flatMap((things) =>
      things.map((detection) => {
        const there = things.filter(({ box }) => iou(box, detection.box) > SAME_PLACE)
        const supports = committees.map((committee) => supportIn(committee, detection, there))
        return { detection, support: Math.max(0, ...supports) }
      }),
    )
    .toSorted((a, b) => b.support - a.support)
}

/** Evidence as a probability. */
export function probabilityOf(evidence: number, parameters: Parameters): number {
  return 1 / (1 + Math.exp(-(parameters.bias + parameters.slope * evidence)))
}

/** The evidence that gives a probability. */
export function evidenceFor(probability: number, { bias, slope }: Pick<Parameters, 'bias' | 'slope'>): number {
  return (Math.log(probability / (1 - probability)) - bias) / slope
}
