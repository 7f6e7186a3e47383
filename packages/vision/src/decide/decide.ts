import { adjustedThreshold } from '../learn/adjustment.ts'
import type { Reason } from '../reasons.ts'
import type { Detection, MediaProblem, Verdict, ViewSettings } from '../types.ts'
import { gatherEvidence, type EnsembleMember } from './evidence.ts'
import { passes, probabilityOf } from './probability-curve.ts'
import { thresholdOf } from './parameters.ts'
import type { Parameters } from './parameters.ts'

/** All facts that a verdict depends on. */
export interface Facts {
  detections: readonly Detection[]
  problems: readonly MediaProblem[]
  view: ViewSettings
  frames: number
  distinctFrames: number
  /** The number of frames to analyse. Of several frames that show the same, only one has to be analysed. */
  framesToSee: number
  nothingMoved: boolean
  /** The share of the picture that changed, 0–1, if it is so large that motion cannot be measured. Otherwise null. */
  globalChange: number | null
  /** The models that answered for at least one frame. */
  models: readonly EnsembleMember[]
  modelError: string | null
  /** The number of analysed frames and of frames to analyse, if the deadline ended the analysis. Otherwise null. */
  deadline: { frames: number; of: number } | null
  /** Problems of the picture itself. */
  scene: Reason[]
  /** Whether pictures were left out because many alarms waited. */
  isShortened?: boolean
  /** How far operators' labels raised the threshold, in log-odds; 0 by default. */
  shift?: number
}

/** The decision with its reasons, the decisive one first. */
export interface Decision {
  verdict: Verdict
  score: number | null
  reasons: Reason[]
  /** The detection with the strongest evidence, even if the alarm was filtered. null if there is none. */
  decisive: Detection | null
  /** The probability from which the alarm is true. */
  threshold: number
  /** Whether no problem disturbed the analysis. The verdict is then never `unverified`, whatever the threshold. */
  isUndisturbed: boolean
}

/** Problems without missing pictures: a text attachment, or a clip of which only evenly spaced pictures were selected. */
const HARMLESS = new Set<MediaProblem['code']>(['not-an-image', 'too-many-frames'])

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** The reason of an alarm that a detection makes true. */
export function positiveReason(detection: Detection): Reason {
  const params = { frame: detection.frame, score: round(detection.score) }
  // The motion of a counted detection is known if there were several frames. If it did not move between them, it arrived since the last
  // alarm.
  const isKnownToMove = detection.moved !== null
  if (detection.class === 'person') return { code: 'person-detected', params }
  if (detection.class === 'vehicle') return { code: isKnownToMove ? 'vehicle-moved' : 'vehicle-present', params }
  if (detection.class === 'cycle') return { code: isKnownToMove ? 'cycle-moved' : 'cycle-present', params }
  return { code: 'object-detected', params: { class: detection.class, ...params } }
}

/** Creates the first reason of an alarm that is filtered only because learning raised the threshold, so that users see this effect. */
function learntReason(score: number, threshold: number, usual: number): Reason {
  const params = { score: round(score), threshold: round(threshold), usual: round(usual) }
  return { code: 'below-learnt-threshold', params }
}

/** Lists why an alarm is not true. Mentions only objects that would have made it true if they counted. */
function negativeReasons(facts: Facts, parameters: Parameters, threshold: number, score: number): Reason[] {
  const clear = facts.detections.filter((detection) => probabilityOf(detection.score, parameters) >= threshold)
  const wanted = clear.filter((detection) => facts.view.wantedClasses.includes(detection.class))
  const reasons: Reason[] = []
  if (wanted.some((detection) => detection.masked && !detection.static)) reasons.push({ code: 'only-masked' })
  if (wanted.some((detection) => detection.static)) reasons.push({ code: 'only-static' })
  const unwanted = clear.filter((detection) => !facts.view.wantedClasses.includes(detection.class))
  if (unwanted.some((detection) => detection.class === 'animal')) reasons.push({ code: 'animal-only' })
  const other = unwanted.find((detection) => detection.class !== 'animal' && detection.class !== 'other')
  if (other !== undefined) reasons.push({ code: 'not-wanted', params: { class: other.class } })
  if (facts.nothingMoved) reasons.push({ code: 'nothing-moved' })
  if (reasons.length > 0) return reasons
  if (facts.detections.every((detection) => !detection.counted)) return [{ code: 'nothing-detected' }]
  return [{ code: 'below-threshold', params: { score: round(score), threshold: round(threshold) } }]
}

/** Lists the problems because of which an alarm without sufficient evidence is `unverified` and not `false`. */
function doubts(facts: Facts): Reason[] {
  const reasons: Reason[] = []
  const leftOut = facts.problems.filter(({ code }) => code === 'too-many-files').length
  const failed = facts.problems.filter(({ code }) => !HARMLESS.has(code)).length - leftOut
  if (facts.frames === 0) reasons.push({ code: 'no-pictures' })
  if (failed > 0) reasons.push({ code: 'decode-failed', params: { count: failed } })
  if (leftOut > 0) reasons.push({ code: 'too-many-pictures', params: { count: leftOut } })
  if (facts.frames > 0 && (facts.models.length === 0 || facts.modelError !== null))
    reasons.push({ code: 'model-failed' })
  if (facts.deadline !== null) reasons.push({ code: 'deadline', params: facts.deadline })
  return [
    ...reasons,
    ...facts.scene.filter((reason) => reason.code === 'scene-dark' || reason.code === 'scene-covered'),
  ]
}

/** Lists notes for the operator about facts that could not be judged. They do not influence the verdict. */
function remarks(facts: Facts): Reason[] {
  const reasons: Reason[] = facts.scene.filter(
    (reason) => reason.code !== 'scene-dark' && reason.code !== 'scene-covered',
  )
  if (facts.frames > 0 && facts.distinctFrames === 1) reasons.push({ code: 'single-frame' })
  if (facts.globalChange !== null) reasons.push({ code: 'global-change', params: { share: round(facts.globalChange) } })
  if (facts.isShortened) reasons.push({ code: 'fewer-looks' })
  return reasons
}

/**
 * Decides the verdict by comparing one probability with one threshold. Sufficient evidence makes an alarm true, even if there were
 * problems. Without sufficient evidence, any problem makes the alarm unverified. It is false only if the analysis was complete and
 * undisturbed.
 */
export function decide(facts: Facts, parameters: Parameters): Decision {
  const { sensitivity } = facts.view
  const threshold = adjustedThreshold(parameters, sensitivity, facts.shift ?? 0)
  const usual = thresholdOf(parameters, sensitivity)
  const evidence = gatherEvidence(facts.detections, facts.models, facts.framesToSee, parameters)
  const hasModel = facts.models.length > 0
  const score = hasModel ? probabilityOf(evidence.value, parameters) : null
  const isAbove = (line: number) => passes(evidence.value, line, parameters)
  const isTrue = isAbove(threshold)
  const open = doubts(facts)
  const isUndisturbed = open.length === 0
  const decisive = evidence.detection
  if (isTrue && evidence.detection !== null) {
    return {
      verdict: 'true',
      score,
      decisive,
      threshold,
      isUndisturbed,
      reasons: [positiveReason(evidence.detection), ...open, ...remarks(facts)],
    }
  }
  const found = isAbove(usual)
    ? [learntReason(score ?? 0, threshold, usual)]
    : hasModel
      ? negativeReasons(facts, parameters, threshold, score ?? 0)
      : []
  if (open.length > 0)
    return {
      verdict: 'unverified',
      score,
      decisive,
      threshold,
      isUndisturbed,
      reasons: [...open, ...found, ...remarks(facts)],
    }
  return { verdict: 'false', score, decisive, threshold, isUndisturbed, reasons: [...found, ...remarks(facts)] }
}
