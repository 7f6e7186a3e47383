import { iou } from '../detect/boxes.ts'
import type { Detection, Doubt, ObjectClass } from '../types.ts'
import type { Decision } from './decide.ts'
import { isTakenForAnimal } from './evidence.ts'
import { probabilityOf } from './probability-curve.ts'
import type { Parameters } from './parameters.ts'

/** The intersection over union above which boxes of one class on a frame show the same object. */
const SAME_THING = 0.5

/** The facts that a doubt depends on: all detections, the wanted classes and the decision. */
export interface Judged {
  all: readonly Detection[]
  wantedClasses: readonly ObjectClass[]
  decision: Pick<Decision, 'verdict' | 'decisive' | 'threshold'>
}

/**
 * Returns the reason why an object does not support the alarm, or null if it supports it. The doubt is derived from the verdict, so that
 * the displayed objects agree with the reasons. It does not influence the verdict.
 */
export function doubtOf(thing: Detection, judged: Judged, parameters: Parameters): Doubt | null {
  const { all, wantedClasses, decision } = judged
  const { decisive } = decision
  if (!wantedClasses.includes(thing.class)) return 'unwanted'
  if (thing.static) return 'static'
  if (thing.masked) return 'masked'
  const isTrue = decision.verdict === 'true' && decisive !== null
  if (isTrue) {
    const isOfDecisive = thing.class === decisive.class && thing.frame === decisive.frame
    if (isOfDecisive && (thing === decisive || iou(thing.box, decisive.box) > SAME_THING)) return null
  }
  const there = all.filter(({ frame }) => frame === thing.frame)
  if (isTakenForAnimal(thing, there, parameters)) return 'animal'
  if (!isTrue) return 'uncertain'
  const isClear = thing.class === decisive.class || probabilityOf(thing.score, parameters) >= decision.threshold
  return isClear ? null : 'uncertain'
}
