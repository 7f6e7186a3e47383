import { gatherEvidence, gatherSupport, probabilityOf, type Looker } from '../decide/evidence.ts'
import type { Detector } from '../detect/detector.ts'
import { prepareLook } from '../detect/look.ts'
import { mergeSightings } from '../detect/merge-sightings.ts'
import type { RegionSighting } from '../detect/merge-sightings.ts'
import { adjustedThreshold, strictestThreshold } from '../learn/adjustment.ts'
import { planCloserLooks } from '../regions/plan-closer-looks.ts'
import { planLooks, type Look } from '../regions/plan-looks.ts'
import type { Detection } from '../types.ts'
import { createJudge } from './judge.ts'
import type { Circumstances } from './judge.ts'
import { inOrder } from './in-order.ts'
import { prepareAhead } from './prepare-ahead.ts'
import type { Turn } from './turns.ts'

/** What the models saw, and how far they got. */
export interface Findings {
  detections: Detection[]
  /** The models that answered at least once. */
  models: readonly Looker[]
  modelError: string | null
  /** Frames of the planned looks. */
  framesToSee: number
  /** All planned looks were taken; false after an early end for any reason. */
  isComplete: boolean
  deadline: { frames: number; of: number } | null
  /** Time spent in the models alone. */
  inferenceMs: number
  /** The most evidence there was after any look. Exact below the strictest threshold, if `isPeakWhole`. */
  peak: number
  /** Every look was taken that could have made the peak matter. */
  isPeakWhole: boolean
  /** How long the networks were another alarm's, in milliseconds: until the turn came, less what it got of them before. */
  waitedMs: number
}

/** When looking may begin, and when it has to end. */
export interface LookTimes {
  /** Until it is near, looks are only prepared; until it came, no more than the first is taken. */
  turn: Turn
  /** On the clock of `performance.now()`; moved by what was waited for the turn. */
  deadline: number
}

/** What is asked of a look around. */
export interface LookAims {
  /** How far labels raised the threshold, in log-odds. */
  shift: number
  /** Looks are taken that change nothing any more, to measure all that they show. */
  isThorough: boolean
}

/** Looks that are prepared while one is taken. */
const PREPARED = 1

/**
 * Has the models look, the most telling part first, until all was looked at, the alarm is sure to be true, or time is up. Further
 * looks could then only add to the evidence (or find an animal that fits better, and passing that on errs on the safe side). What a burst
 * shows faintly is looked at more closely in the end; on single pictures that would make people of animals (measured).
 *
 * What is answered is what was known when the alarm became sure. Where the strictest sensitivity would not have been sure yet,
 * looking goes on for the peak alone: learning asks what a higher threshold would have made of this alarm. Which looks are taken depends
 * on no threshold.
 */
export async function lookAround(
  detectors: readonly Detector[],
  facts: Circumstances,
  { turn, deadline }: LookTimes,
  { shift, isThorough }: LookAims,
): Promise<Findings> {
  const { set, parameters } = facts
  const pictures = set.frames.map((frame) => frame.rgb)
  const looks = planLooks(pictures, set.motion)
  const threshold = adjustedThreshold(parameters, facts.view.sensitivity, shift)
  const strictest = strictestThreshold(parameters)
  const judge = createJudge(facts)
  const seen = new Map<string, RegionSighting[]>()
  const findings: Findings = {
    detections: [],
    models: [],
    modelError: null,
    framesToSee: new Set(looks.map(({ frame }) => frame)).size,
    isComplete: false,
    deadline: null,
    inferenceMs: 0,
    peak: 0,
    isPeakWhole: false,
    waitedMs: 0,
  }
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
    const { peak, inferenceMs } = findings
    return { ...known, peak, inferenceMs, isPeakWhole, waitedMs: isMine ? findings.waitedMs : waitedUntilNow() }
  }
  let slowest = 0
  let taken = 0
  const isComplete = () => taken >= looks.length && findings.modelError === null
  /** @returns what to answer where looking is at its end, before all were taken or with the last of them */
  const take = async (planned: readonly Look[]): Promise<Findings | undefined> => {
    for await (const { item: look, index, ready } of prepareAhead(planned, PREPARED, prepare)) {
      await (taken === 0 ? turn.near : turn.came)
      const began = performance.now()
      const isTimed = isMine
      // A look that would end after the deadline is not begun: the child would be killed in it, and with it what is known.
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
        findings.detections = [
          ...findings.detections.filter((one) => one.frame !== look.frame || one.model !== id),
          ...mergeSightings(all).map((sighting) => judge(sighting, look.frame, id)),
        ]
      }
      taken += 1
      if (isTimed) slowest = Math.max(slowest, performance.now() - began)
      const evidence = gatherEvidence(findings.detections, findings.models, findings.framesToSee, parameters)
      if (evidence.detection === null) continue
      findings.peak = Math.max(findings.peak, evidence.value)
      if (probabilityOf(evidence.value, parameters) >= threshold) sure ??= { ...findings, isComplete: isComplete() }
      if (isThorough || sure === undefined) continue
      if (probabilityOf(findings.peak, parameters) >= strictest) return answer(sure, true)
    }
    return undefined
  }
  const early = await take(looks)
  if (early !== undefined) return early
  if (findings.framesToSee > 1) {
    const suspects = gatherSupport(findings.detections, findings.models, parameters)
      .filter(({ support }) => support >= parameters.closerFrom)
      .map(({ detection }) => detection)
    const end = await take(planCloserLooks(suspects, looks, pictures))
    if (end !== undefined) return end
  }
  return answer(sure ?? { ...findings, isComplete: isComplete() }, isComplete())
}
