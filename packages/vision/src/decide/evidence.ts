import { areaOf, overlapOf } from '../detect/boxes.ts'
import { linkDetections } from '../link/link-detections.ts'
import type { Detection } from '../types.ts'
import type { Parameters } from './parameters.ts'

/** How much of the smaller box two boxes share before they are taken for one thing. */
const SAME_PLACE = 0.5

/** The strongest case for an alarm: how strong, and the detection that makes it. */
export interface Evidence {
  /** 0–1, on the scale of the models' scores. */
  value: number
  detection: Detection | null
}

function isSamePlace(a: Detection, b: Detection): boolean {
  return a.frame === b.frame && overlapOf(a.box, b.box) > SAME_PLACE * Math.min(areaOf(a.box), areaOf(b.box))
}

/** A model's score, less what speaks against it: an animal that fits better, and a person-like thing that never moves. */
function weigh(detection: Detection, all: readonly Detection[], parameters: Parameters): number {
  let weight = 1
  if (detection.class === 'person' && detection.moved === false) weight *= parameters.stillPersonWeight
  const isAnimal = all.some(
    (other) =>
      other.class === 'animal' &&
      detection.class !== 'animal' &&
      other.score > detection.score &&
      isSamePlace(other, detection),
  )
  return isAnimal ? weight * parameters.animalWeight : weight
}

/**
 * Weighs all counted detections: for each thing, its best frame and, in a burst, some of its second best, since what is really
 * there is there on more than one. Grows with every further detection, apart from animals.
 */
export function gatherEvidence(
  detections: readonly Detection[],
  distinctFrames: number,
  parameters: Parameters,
): Evidence {
  const weighed = detections
    .filter((detection) => detection.counted)
    .map((detection) => ({
      ...detection,
      score: detection.score * weigh(detection, detections, parameters),
      detection,
    }))
  const agreement = distinctFrames > 1 ? parameters.agreement : 0
  let best: Evidence = { value: 0, detection: null }
  for (const track of linkDetections(weighed)) {
    const [first, second] = track.members
    if (first === undefined) continue
    const value = (1 - agreement) * first.score + agreement * (second?.score ?? 0)
    if (value > best.value) best = { value, detection: first.detection }
  }
  return best
}

/** Evidence as a probability. */
export function probabilityOf(evidence: number, parameters: Parameters): number {
  return 1 / (1 + Math.exp(-(parameters.bias + parameters.slope * evidence)))
}
