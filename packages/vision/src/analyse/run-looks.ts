import { gatherEvidence, gatherSupport, type EnsembleMember } from '../decide/evidence.ts'
import { probabilityOf } from '../decide/probability-curve.ts'
import type { Detector } from '../detect/detector.ts'
import { prepareLook } from '../detect/look.ts'
import { mergeSightings } from '../detect/merge-sightings.ts'
import type { RegionSighting } from '../detect/merge-sightings.ts'
import { adjustedThreshold, strictestThreshold } from '../learn/adjustment.ts'
import { withStatuesInDoubt } from '../memory/statues-in-doubt.ts'
import { planCloserLooks } from '../regions/plan-closer-looks.ts'
import { looksInHurry, planLooks, type Look } from '../regions/plan-looks.ts'
import type { Detection } from '../types.ts'
import { createJudge } from './judge.ts'
import type { Circumstances } from './judge.ts'
import { inOrder } from './in-order.ts'
import { prepareAhead } from './prepare-ahead.ts'
import type { Turn } from './turns.ts'

/** The models' detections, and how much of the alarm was analysed. */
export interface Findings {
  detections: Detection[]
  /** The detections of all looks, also of those taken after the verdict was certain. */
  allDetections?: Detection[]
  /** The models that answered at least once. */
  models: readonly EnsembleMember[]
  modelError: string | null
  /** Number of distinct frames among the planned looks. */
  framesToSee: number
  /** The frames that are looked at. The others show the same as one of these. */
  plannedFrames: readonly number[]
  /** Whether all planned looks were taken. False if the analysis ended early for any reason. */
  isComplete: boolean
  /** Whether pictures were left out because many alarms waited. */
  isShortened: boolean
  /** The number of analysed frames and of planned frames if the deadline ended the analysis. null if it ended in another way. */
  deadline: { frames: number; of: number } | null
  /** Time spent in the models, in milliseconds. */
  inferenceMs: number
  /**
   * The highest evidence reached after any look, 0–1. A peak below the strictest threshold is exact if `isPeakWhole` is true. Otherwise
   * further looks could have raised it.
   */
  peak: number
  /** Whether the peak is final: it reached the strictest threshold, or all planned looks were taken. */
  isPeakWhole: boolean
  /**
   * The time this alarm waited while other alarms used the networks, in milliseconds. Excludes the alarm's own first look before its turn.
   */
  waitedMs: number
}

/** When the analysis may start, and when it must end. */
export interface LookTimes {
  /**
   * The place in the queue for the networks. Until `turn.near` resolves, looks are only prepared. Until `turn.came` resolves, only the
   * first look is taken.
   */
  turn: Turn
  /** The time of `performance.now()` at which the analysis must end. The time spent waiting for the turn is added to it. */
  deadline: number
}

/** The caller's options of the analysis. */
export interface LookAims {
  /** How far learning from labels raised the threshold, in log-odds. */
  shift: number
  /** Whether to take all looks even when the verdict is already certain. */
  isThorough: boolean
  /** Whether to take fewer looks, and none that cannot change the verdict, because many alarms wait. */
  isHurried: boolean
}

/** How many looks are prepared (cropped and scaled) while the networks run on another. */
const PREPARED = 1

/**
 * Runs the models on the frames of an alarm, one look at a time. A look is one run of the models on a whole frame or on a part of it. The
 * looks most likely to decide the verdict come first.
 *
 * The analysis ends when all looks were taken, when the alarm is certainly true, or at the deadline. After an alarm is certainly true,
 * further looks could only add evidence, or show that the object is probably an animal. Such an alarm is passed on without further looks,
 * because a false alarm that is passed on does less harm than a real alarm that is filtered.
 *
 * In a burst (an alarm with several different pictures), objects that were detected weakly get a closer look at the end. A single picture
 * gets no closer looks: measurements showed that they make the models take animals for persons.
 *
 * In a hurry, two pictures are looked at, nothing is looked at more closely, and the analysis ends as soon as the alarm is certainly true. It is
 * then never complete: neither learning nor the memory of the camera takes what it did not see for absent.
 *
 * Returns the findings from the moment when the alarm became certain. There is one exception to the end: while the evidence is still below
 * the strictest threshold, further looks are taken to find the highest evidence (the peak). They do not change the verdict. Learning needs
 * the peak to determine the verdict under a higher threshold. The plan of looks does not depend on any threshold.
 * @throws the error that prevented a look from being prepared
 */
export async function runLooks(
  detectors: readonly Detector[],
  facts: Circumstances,
  { turn, deadline }: LookTimes,
  { shift, isThorough, isHurried }: LookAims,
): Promise<Findings> {
  const { set, parameters } = facts
  const pictures = set.frames.map((frame) => frame.rgb)
  const everyLook = planLooks(pictures, set.motion)
  const looks = isHurried ? looksInHurry(everyLook) : everyLook
  const threshold = adjustedThreshold(parameters, facts.view.sensitivity, shift)
  const strictest = strictestThreshold(parameters)
  const judge = createJudge(facts)
  const plannedFrames = [...new Set(looks.map(({ frame }) => frame))]
  const seen = new Map<string, RegionSighting[]>()
  const findings: Findings = {
    detections: [],
    models: [],
    modelError: null,
    framesToSee: plannedFrames.length,
    plannedFrames,
    isComplete: false,
    isShortened: looks.length < everyLook.length,
    deadline: null,
    inferenceMs: 0,
    peak: 0,
    isPeakWhole: false,
    waitedMs: 0,
  }
  let judged: Detection[] = []
  let sure: Findings | undefined
  const prepare = async (look: Look) => {
    const picture = pictures[look.frame]
    if (picture === undefined) throw new RangeError(`There is no frame ${look.frame}`)
    const asked = detectors.filter((detector) => look.region === undefined || detector.looks === 'parts')
    const prepared = await Promise.allSettled(asked.map((detector) => prepareLook(detector, picture, look)))
    return prepared.map((take, place) => async () => {
      if (take.status === 'rejected') throw take.reason
      return { model: asked[place]!, ...(await take.value()) }
    })
  }
  const asked = performance.now()
  let isMine = false
  const waitedUntilNow = () => performance.now() - asked - findings.inferenceMs
  const watchTurn = async (): Promise<void> => {
    await turn.came
    isMine = true
    findings.waitedMs = waitedUntilNow()
  }
  void watchTurn()
  const answer = (known: Findings, isPeakWhole: boolean): Findings => {
    const { peak, inferenceMs, detections: allDetections } = findings
    return {
      ...known,
      allDetections,
      peak,
      inferenceMs,
      isPeakWhole,
      waitedMs: isMine ? findings.waitedMs : waitedUntilNow(),
    }
  }
  let slowest = 0
  let taken = 0
  const isComplete = () => !isHurried && taken >= looks.length && findings.modelError === null
  /** Takes looks in order. Returns the final findings if the analysis ends during these looks, otherwise undefined. */
  const take = async (planned: readonly Look[]): Promise<Findings | undefined> => {
    for await (const { item: look, index, ready } of prepareAhead(planned, PREPARED, prepare)) {
      await (taken === 0 ? turn.near : turn.came)
      const began = performance.now()
      const isTimed = isMine
      // A look that would probably end after the deadline is not started: the process could be killed during it and lose all findings.
      if (isTimed && began + slowest > deadline + findings.waitedMs) {
        if (sure !== undefined) return answer(sure, false)
        const frames = new Set(looks.slice(0, taken).map(({ frame }) => frame))
        if (taken >= looks.length) for (const { frame } of planned.slice(index)) frames.delete(frame)
        return { ...findings, isComplete: isComplete(), deadline: { frames: frames.size, of: findings.framesToSee } }
      }
      if (ready.status === 'rejected') throw ready.reason
      for await (const answered of inOrder(ready.value)) {
        if (answered.status === 'rejected') {
          findings.modelError = answered.reason instanceof Error ? answered.reason.message : String(answered.reason)
          continue
        }
        const { model, sightings, inferenceMs } = answered.value
        const { id } = model
        findings.inferenceMs += inferenceMs
        const key = `${id} ${look.frame}`
        const all = [...(seen.get(key) ?? []), ...sightings]
        seen.set(key, all)
        if (!findings.models.includes(model)) findings.models = [...findings.models, model]
        judged = [
          ...judged.filter((one) => one.frame !== look.frame || one.model !== id),
          ...mergeSightings(all).map((sighting) => judge(sighting, look.frame, id)),
        ]
      }
      findings.detections = withStatuesInDoubt(judged, findings.models, facts)
      taken += 1
      if (isTimed) slowest = Math.max(slowest, performance.now() - began)
      const evidence = gatherEvidence(findings.detections, findings.models, findings.framesToSee, parameters)
      if (evidence.detection === null) continue
      findings.peak = Math.max(findings.peak, evidence.value)
      if (probabilityOf(evidence.value, parameters) >= threshold) sure ??= { ...findings, isComplete: isComplete() }
      if (isHurried && sure !== undefined) return answer(sure, false)
      if (isThorough || sure === undefined) continue
      if (probabilityOf(findings.peak, parameters) >= strictest) return answer(sure, true)
    }
    return undefined
  }
  const early = await take(looks)
  if (early !== undefined) return early
  if (findings.framesToSee > 1 && !isHurried) {
    const suspects = gatherSupport(findings.detections, findings.models, parameters)
      .filter(({ support }) => support >= parameters.closerFrom)
      .map(({ detection }) => detection)
    const end = await take(planCloserLooks(suspects, looks, pictures))
    if (end !== undefined) return end
  }
  return answer(sure ?? { ...findings, isComplete: isComplete() }, isComplete())
}
