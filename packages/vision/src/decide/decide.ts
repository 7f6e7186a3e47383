import { adjustedThreshold } from '../learn/adjustment.ts'
import type { Reason } from '../reasons.ts'
import type { Detection, MediaProblem, Verdict, ViewSettings } from '../types.ts'
import { gatherEvidence, probabilityOf, type Looker } from './evidence.ts'
import { thresholdOf } from './parameters.ts'
import type { Parameters } from './parameters.ts'

/** Everything a verdict rests on. */
export interface Facts {
  detections: readonly Detection[]
  problems: readonly MediaProblem[]
  view: ViewSettings
  frames: number
  distinctFrames: number
  /** Frames that were to be looked at: of pictures that show one thing, one is enough. */
  framesToSee: number
  nothingMoved: boolean
  /** The share that changed when so much did that movement says nothing; otherwise null. */
  globalChange: number | null
  /** The models that answered for at least one frame. */
  models: readonly Looker[]
  modelError: string | null
  /** Frames left out because time ran out; null when all that was planned was done. */
  deadline: { frames: number; of: number } | null
  /** What is wrong with the picture itself. */
  scene: Reason[]
  /** How far operators' labels raised the threshold, in log-odds; 0 by default. */
  shift?: number
}

/** What was decided, with the reasons, the decisive one first. */
export interface Decision {
  verdict: Verdict
  score: number | null
  reasons: Reason[]
  /** What speaks most for an alarm, whether or not that was enough. */
  decisive: Detection | null
  /** The probability that was needed. */
  threshold: number
  /** Nothing stood in the way of a sure answer: with another threshold, the verdict would have been true or false as well. */
  isUndisturbed: boolean
}

/** Codes that leave nothing out of sight: a text among the attachments, or pictures of a clip beyond an even choice of them. */
const HARMLESS = new Set<MediaProblem['code']>(['not-an-image', 'too-many-frames'])

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

function positiveReason(detection: Detection): Reason {
  const params = { frame: detection.frame, score: round(detection.score) }
  // Counted although it stands still over several frames: then it came since the last alarm.
  const isKnownToMove = detection.moved !== null
  if (detection.class === 'person') return { code: 'person-detected', params }
  if (detection.class === 'vehicle') return { code: isKnownToMove ? 'vehicle-moved' : 'vehicle-present', params }
  if (detection.class === 'cycle') return { code: isKnownToMove ? 'cycle-moved' : 'cycle-present', params }
  return { code: 'object-detected', params: { class: detection.class, ...params } }
}

/** Told first of what would have been passed on without learning, so that everyone sees what learning did. */
function learntReason(score: number, threshold: number, usual: number): Reason {
  const params = { score: round(score), threshold: round(threshold), usual: round(usual) }
  return { code: 'below-learnt-threshold', params }
}

/** Why what was seen does not count: told only of things that would have decided the alarm otherwise. */
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

/** What keeps a picture without findings from being called empty. */
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

/** Says what could not be judged, for the operator; no verdict hangs on it. */
function remarks(facts: Facts): Reason[] {
  const reasons: Reason[] = facts.scene.filter(
    (reason) => reason.code !== 'scene-dark' && reason.code !== 'scene-covered',
  )
  if (facts.frames > 0 && facts.distinctFrames === 1) reasons.push({ code: 'single-frame' })
  if (facts.globalChange !== null) reasons.push({ code: 'global-change', params: { share: round(facts.globalChange) } })
  return reasons
}

/**
 * One probability, one threshold, one verdict. Sure evidence makes an alarm true whatever else went wrong; without it any doubt
 * makes it unverified, and only an undisturbed look at everything that finds nothing makes it false.
 */
export function decide(facts: Facts, parameters: Parameters): Decision {
  const { sensitivity } = facts.view
  const threshold = adjustedThreshold(parameters, sensitivity, facts.shift ?? 0)
  const usual = thresholdOf(parameters, sensitivity)
  const evidence = gatherEvidence(facts.detections, facts.models, facts.framesToSee, parameters)
  const hasModel = facts.models.length > 0
  const score = hasModel ? probabilityOf(evidence.value, parameters) : null
  const isAbove = (line: number) => evidence.detection !== null && probabilityOf(evidence.value, parameters) >= line
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
