import { setImmediate as afterOthers } from 'node:timers/promises'
import type { DecodedFrame } from '../decode/decoded-frame.ts'
import { openMedia } from '../decode/decode-media.ts'
import { decide } from '../decide/decide.ts'
import { doubtOf } from '../decide/doubt-of.ts'
import { evidenceFor, probabilityOf } from '../decide/probability-curve.ts'
import { loadParameters } from '../decide/parameters.ts'
import type { Parameters } from '../decide/parameters.ts'
import { withOrder, type Detector } from '../detect/detector.ts'
import { isFor, strictestThreshold, type Adjustment } from '../learn/adjustment.ts'
import { followObjects, type Followed } from '../follow/follow-objects.ts'
import { raiseVerdict } from '../follow/raise-verdict.ts'
import { LIMITS } from '../limits.ts'
import { isMemorable } from '../memory/recall.ts'
import { remember } from '../memory/remember.ts'
import { thumbnailOf } from '../memory/thumbnail.ts'
import { emptyMemory, isViewMemory } from '../memory/view-memory.ts'
import type { ViewMemory } from '../memory/view-memory.ts'
import { gatherObjects } from '../objects/gather-objects.ts'
import { findVehicles } from '../plates/find-vehicles.ts'
import type { PlateReader } from '../plates/plate-reader.ts'
import { readPlates } from '../plates/read-plates.ts'
import type { Reason } from '../reasons.ts'
import { gatherFacts } from '../rules/gather-facts.ts'
import type { RuleDetector } from '../rules/look-for-capabilities.ts'
import { checkScene } from '../scene/check-scene.ts'
import { measureTampering } from '../tamper/measure-tampering.ts'
import { isTamperMemory } from '../tamper/tamper-memory.ts'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'
import type { Detection, FrameResult, ObjectClass } from '../types.ts'
import { prepareFrames } from './frame-set.ts'
import type { FrameSet } from './frame-set.ts'
import { glimpseOf } from './judge.ts'
import { runLooks } from './run-looks.ts'
import type { Findings } from './run-looks.ts'
import { createMemoryLimit } from './memory-limit.ts'
import { tidyDetections } from './tidy-detections.ts'
import { createTurns } from './turns.ts'

const SCENE_COLUMNS = 32
const SCENE_ROWS = 18
/** Motion boxes kept per frame: enough to show where the wind is. */
const MOTION_BOXES = 12

/**
 * The wanted classes of a camera whose list of wanted classes is empty. An empty list is taken as a missing setting, because it would
 * otherwise filter every alarm.
 */
const USUAL_CLASSES: ObjectClass[] = ['person', 'vehicle', 'cycle']

/**
 * Analyses alarms with the given detectors. Several analyses can run at once: while the networks work on one alarm, the pictures of the
 * next alarm are decoded and compared. The networks work on the oldest alarm until it is done, except for one look: the first look of the
 * next alarm may run in between. If an alarm's pictures do not fit into memory beside the pictures of other alarms, it waits.
 */
export interface Analyser {
  /**
   * Analyses one alarm. After `softTimeoutMs`, it answers with what it knows by then. The time that it waits for the networks or for memory
   * that other alarms use is not included. The returned `inferenceMs` is the time spent in the models.
   */
  analyse(
    job: AnalysisJob,
    options: { softTimeoutMs: number },
  ): Promise<{ analysis: AlarmAnalysis; inferenceMs: number }>
}

function toResult(frame: DecodedFrame, position: number, set: FrameSet): FrameResult {
  const { mediaId, index, width, height, offsetMs, jpeg } = frame
  const motion = set.motion?.frames[position]?.boxes.slice(0, MOTION_BOXES) ?? []
  return { mediaId, index, width, height, offsetMs, ...(jpeg === undefined ? {} : { jpeg }), motion }
}

function nextMemory(
  memory: ViewMemory,
  set: FrameSet,
  findings: Findings,
  now: Date,
): { memory: ViewMemory; hasMoved: boolean } {
  if (set.background === undefined) return { memory, hasMoved: false }
  const standing = findings.detections.filter((detection) => detection.moved !== true && isMemorable(detection))
  return remember(memory, {
    light: set.light,
    scene: thumbnailOf(set.background, SCENE_COLUMNS, SCENE_ROWS),
    glimpses: standing.flatMap((detection) => glimpseOf(detection, detection.frame, set) ?? []),
    isComplete: findings.isComplete,
    now,
  })
}

/**
 * The detections to show. If all looks were taken, those made after the verdict was certain are shown too, but the picture that decided
 * shows what decided.
 */
function toShow({ detections, allDetections }: Findings, decisive: Detection | null, looksToEnd: boolean): Detection[] {
  if (!looksToEnd || !allDetections || !decisive) return detections
  const ofDecisive = detections.filter(({ frame }) => frame === decisive.frame)
  return [...ofDecisive, ...allDetections.filter(({ frame }) => frame !== decisive.frame)]
}

/** The bytes of an alarm's pictures, with room for those that following reads between the pictures of clips. */
function bytesOf(frames: readonly DecodedFrame[], follows: boolean): number {
  const bytes = frames.reduce((sum, { rgb }) => sum + rgb.data.length, 0)
  const ofClips = frames.filter(({ jpeg }) => jpeg !== undefined).map(({ rgb }) => rgb.data.length)
  return bytes + (follows ? Math.max(0, ...ofClips) * (LIMITS.frames - frames.length) : 0)
}

/** The findings with the evidence that following added: learning must know why an alarm is true. */
const raisedBy = (findings: Findings, followed: Followed | undefined): Findings => ({
  ...findings,
  peak: Math.max(findings.peak, followed?.convincing?.value ?? 0),
})

const nameOf = ({ id, scope, shift }: Adjustment) => ({ id, scope, shift })

/**
 * Returns the evidence that is stored for learning, or null if no model ran. A peak above the strictest threshold is complete even if looks
 * were left out, because no learnt threshold could have filtered that alarm.
 */
function evidenceOf(
  { models, peak, isPeakWhole }: Findings,
  isUndisturbed: boolean,
  parameters: Parameters,
): AlarmAnalysis['evidence'] {
  if (models.length === 0) return null
  const isBeyond = probabilityOf(peak, parameters) >= strictestThreshold(parameters)
  return { value: peak, isWhole: isBeyond || (isPeakWhole && isUndisturbed) }
}

/**
 * Creates the complete analysis, from files to a verdict. It stores nothing and uses the clock only to measure durations. All other facts
 * are passed in, and all results are returned.
 */
export function createAnalyser(options: {
  detectors: readonly Detector[]
  /** Other parameters than the committed ones, for measurements. */
  parameters?: Parameters
  /** Whether to take every planned look even when the verdict is certain. Used for measurements. */
  isThorough?: boolean
  /** Reads number plates. Without a reader no plates are read. */
  plateReader?: PlateReader
  /** Detectors that only rules need. */
  ruleDetectors?: readonly RuleDetector[]
  /** Limit on the decoded pictures of all alarms, in bytes. Default LIMITS.heldBytes. */
  heldBytes?: number
}): Analyser {
  const { detectors, plateReader, ruleDetectors = [], isThorough = false } = options
  const committed = loadParameters(detectors.map(({ id }) => id))
  const parameters = options.parameters ?? committed.parameters
  const version = options.parameters === undefined ? committed.version : 'custom'
  const model = { packs: detectors.map(({ id, version: pack }) => ({ id, version: pack })), parameters: version }
  const turns = createTurns()
  const pictureMemory = createMemoryLimit(options.heldBytes ?? LIMITS.heldBytes)
  return {
    analyse: async (job, { softTimeoutMs }) => {
      const began = performance.now()
      using place = pictureMemory.take()
      const opened = await openMedia(job.media)
      const heldUpMs = await place.enter(opened.bytes)
      const soft = began + heldUpMs + softTimeoutMs
      const { frames, problems } = await opened.decode(soft)
      place.settle(bytesOf(frames, job.view.follows ?? false))
      using turn = turns.take()
      // The networks serve older alarms first, also for the reading of plates, which happens after the alarm's turn.
      const mine = detectors.map((detector) => withOrder(turn.number, detector))
      const decoded = performance.now()
      const set = await prepareFrames(frames)
      const compared = performance.now()
      const memory = isViewMemory(job.memory) ? job.memory : emptyMemory()
      const view = job.view.wantedClasses.length > 0 ? job.view : { ...job.view, wantedClasses: USUAL_CLASSES }
      const adjustment = job.adjustments?.find((one) => isFor(one, model))
      const shift = adjustment?.shift ?? 0
      const isHurried = job.isHurried === true && view.rules === undefined
      const looksToEnd = !isHurried && [view.looksToEnd, view.follows, view.keepsObjects].includes(true)
      const facts = { set, view, memory, parameters, now: job.now }
      const findings = await runLooks(
        mine,
        facts,
        { turn, deadline: soft },
        { shift, isThorough: isThorough || looksToEnd, isHurried },
      )
      turn.pass()
      const looked = performance.now()
      const deadline = soft + findings.waitedMs
      // Lets the alarm whose turn it is request its first look before this one continues.
      await afterOthers()
      const after = nextMemory(memory, set, findings, job.now)
      const scene: Reason[] = checkScene(set.greys, view.thermal ?? false)
      if (after.hasMoved) scene.push({ code: 'camera-moved' })
      const tampering = measureTampering(set, isTamperMemory(memory.tampering) ? memory.tampering : null, {
        now: job.now,
        isThermal: view.thermal ?? false,
      })
      const { motion } = set
      const isStill =
        motion !== undefined && !motion.isGlobalChange && motion.frames.every((frame) => frame.boxes.length === 0)
      const usual = decide(
        {
          ...findings,
          problems,
          view,
          frames: frames.length,
          distinctFrames: set.distinct,
          nothingMoved: isStill,
          globalChange: motion?.isGlobalChange ? Math.max(...motion.frames.map((frame) => frame.changed)) : null,
          scene,
          shift,
        },
        parameters,
      )
      const decided = performance.now()
      const followed = view.follows
        ? await followObjects({
            media: job.media,
            findings,
            facts,
            detectors: mine,
            threshold: usual.threshold,
            deadline,
          })
        : undefined
      const { decisive, threshold, isUndisturbed, ...decision } = raiseVerdict(usual, followed, parameters)
      const shown = [...toShow(findings, decisive, looksToEnd), ...(followed?.detections ?? [])]
      const judged = {
        all: shown,
        wantedClasses: view.wantedClasses,
        decision: { ...decision, decisive, threshold },
      }
      const detections = tidyDetections(shown, decisive, evidenceFor(threshold, parameters)).map((thing) => ({
        ...thing,
        doubt: doubtOf(thing, judged, parameters),
      }))
      const pictures = frames.map((frame) => frame.rgb)
      const plates =
        plateReader && view.readPlates
          ? await readPlates(
              {
                find: (vehicle) => plateReader.find(vehicle, turn.number),
                read: (plate) => plateReader.read(plate, turn.number),
              },
              pictures,
              await findVehicles(mine, pictures, detections, view.masks, deadline),
              deadline,
            )
          : undefined
      const objects = view.keepsObjects
        ? gatherObjects({
            detections,
            set: { frames: [...frames, ...(followed?.added ?? [])], light: set.light },
            isThermal: view.thermal ?? false,
            plates: plates ?? null,
          })
        : undefined
      const zones = after.hasMoved ? [] : (memory.zones ?? [])
      const ruled =
        view.rules &&
        (await gatherFacts({
          set,
          findings,
          needs: view.rules,
          masks: view.masks,
          plates: plates ?? null,
          isComplete: isUndisturbed && findings.isPeakWhole,
          detectors: mine,
          ruleDetectors,
          order: turn.number,
          zones,
          now: job.now,
          deadline,
        }))
      const ended = performance.now()
      const analysis: AlarmAnalysis = {
        ...decision,
        frames: [
          ...frames.map((frame, position) => toResult(frame, position, set)),
          ...(followed?.added ?? []).map((frame) => toResult(frame, frames.length, set)),
        ],
        detections,
        ...(followed && { tracks: followed.tracks }),
        ...(objects && { objects }),
        ...(plates && { plates }),
        ...(ruled && { rules: ruled.facts }),
        problems,
        memory: { ...after.memory, tampering: tampering.memory, zones: ruled?.zones ?? zones },
        tampering: tampering.facts,
        model: { ...model, ...(adjustment && { adjustment: nameOf(adjustment) }) },
        evidence: evidenceOf(raisedBy(findings, followed), isUndisturbed, parameters),
        timings: {
          decode: decoded - began - heldUpMs,
          motion: compared - decoded,
          detect: looked - compared - findings.waitedMs,
          decide: decided - looked,
          total: ended - began - heldUpMs - findings.waitedMs,
        },
      }
      return { analysis, inferenceMs: findings.inferenceMs + (followed?.inferenceMs ?? 0) + (ruled?.inferenceMs ?? 0) }
    },
  }
}
