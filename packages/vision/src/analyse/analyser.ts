import { setImmediate as afterOthers } from 'node:timers/promises'
import type { DecodedFrame } from '../decode/decoded-frame.ts'
import { openMedia } from '../decode/decode-media.ts'
import { decide } from '../decide/decide.ts'
import { doubtOf } from '../decide/doubt-of.ts'
import { evidenceFor, probabilityOf } from '../decide/evidence.ts'
import { loadParameters } from '../decide/parameters.ts'
import type { Parameters } from '../decide/parameters.ts'
import { withOrder, type Detector } from '../detect/detector.ts'
import { isFor, strictestThreshold, type Adjustment } from '../learn/adjustment.ts'
import { LIMITS } from '../limits.ts'
import { isMemorable } from '../memory/recall.ts'
import { remember } from '../memory/remember.ts'
import { thumbnailOf } from '../memory/thumbnail.ts'
import { emptyMemory, isViewMemory } from '../memory/view-memory.ts'
import type { ViewMemory } from '../memory/view-memory.ts'
import { findVehicles } from '../plates/find-vehicles.ts'
import type { PlateReader } from '../plates/plate-reader.ts'
import { readPlates } from '../plates/read-plates.ts'
import type { Reason } from '../reasons.ts'
import { checkScene } from '../scene/check-scene.ts'
import { measureTampering } from '../tamper/measure-tampering.ts'
import { isTamperMemory } from '../tamper/tamper-memory.ts'
import type { AlarmAnalysis, AnalysisJob, FrameResult, ObjectClass } from '../types.ts'
import { prepareFrames } from './frame-set.ts'
import type { FrameSet } from './frame-set.ts'
import { glimpseOf } from './judge.ts'
import { lookAround } from './look-around.ts'
import type { Findings } from './look-around.ts'
import { createRoom } from './room.ts'
import { tidyDetections } from './tidy-detections.ts'
import { createTurns } from './turns.ts'

const SCENE_COLUMNS = 32
const SCENE_ROWS = 18
/** Boxes of motion kept for each frame: enough to show where the wind is. */
const MOTION_BOXES = 12

/** What matters where nobody said otherwise. A camera that wants nothing would filter everything, so that is not believed. */
const USUAL_CLASSES: ObjectClass[] = ['person', 'vehicle', 'cycle']

/**
 * Looks at alarms with the detectors it was given. Several may be asked about at once: while the networks look at one alarm, the
 * pictures of the next are decoded and compared. The networks are the oldest alarm's until they are done with it, but for the first look
 * of the next in between, and an alarm whose pictures would be too many beside those of others is decoded when it has room.
 */
export interface Analyser {
  /**
   * `softTimeoutMs`: when to answer with what is known by then, not counting while the networks are another alarm's or the room is.
   * `inferenceMs`: time spent in the models.
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

const nameOf = ({ id, scope, shift }: Adjustment) => ({ id, scope, shift })

/** A peak above the strictest threshold is as good as whole: no learning would have filtered that alarm. */
function evidenceOf(
  { models, peak, isPeakWhole }: Findings,
  isUndisturbed: boolean,
  parameters: Parameters,
): AlarmAnalysis['evidence'] {
  if (models.length === 0) return null
  const isBeyond = probabilityOf(peak, parameters) >= strictestThreshold(parameters)
  return { value: peak, isWhole: isBeyond || (isPeakWhole && isUndisturbed) }
}

/** The whole way from files to a verdict. It knows no store and no clock but for measuring: all else comes in and goes out. */
export function createAnalyser(options: {
  detectors: readonly Detector[]
  /** Others than the committed ones, to measure with. */
  parameters?: Parameters
  /** Every planned look is taken, also when the alarm is sure, to measure with. */
  isThorough?: boolean
  /** Without it no plates are read. */
  plateReader?: PlateReader
  /** Decoded pictures of all alarms at once. Default LIMITS.heldBytes. */
  heldBytes?: number
}): Analyser {
  const { detectors, plateReader, isThorough = false } = options
  const committed = loadParameters(detectors.map(({ id }) => id))
  const parameters = options.parameters ?? committed.parameters
  const version = options.parameters === undefined ? committed.version : 'custom'
  const model = { packs: detectors.map(({ id, version: pack }) => ({ id, version: pack })), parameters: version }
  const turns = createTurns()
  const room = createRoom(options.heldBytes ?? LIMITS.heldBytes)
  return {
    analyse: async (job, { softTimeoutMs }) => {
      const began = performance.now()
      using place = room.take()
      const opened = await openMedia(job.media)
      const heldUpMs = await place.enter(opened.bytes)
      const soft = began + heldUpMs + softTimeoutMs
      const { frames, problems } = await opened.decode(soft)
      place.settle(frames.reduce((sum, { rgb }) => sum + rgb.data.length, 0))
      using turn = turns.take()
      // Also after its turn, when it is read what stands on plates, older alarms go first and younger ones behind.
      const mine = detectors.map((detector) => withOrder(turn.number, detector))
      const decoded = performance.now()
      const set = await prepareFrames(frames)
      const compared = performance.now()
      const memory = isViewMemory(job.memory) ? job.memory : emptyMemory()
      const view = job.view.wantedClasses.length > 0 ? job.view : { ...job.view, wantedClasses: USUAL_CLASSES }
      const adjustment = job.adjustments?.find((one) => isFor(one, model))
      const shift = adjustment?.shift ?? 0
      const facts = { set, view, memory, parameters, now: job.now }
      const findings = await lookAround(mine, facts, { turn, deadline: soft }, { shift, isThorough })
      turn.pass()
      const looked = performance.now()
      const deadline = soft + findings.waitedMs
      // The alarm whose turn it is now asks for its first look before this one goes on.
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
      const { decisive, threshold, isUndisturbed, ...decision } = decide(
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
      const judged = {
        all: findings.detections,
        wantedClasses: view.wantedClasses,
        decision: { ...decision, decisive, threshold },
      }
      const detections = tidyDetections(findings.detections, decisive, evidenceFor(threshold, parameters)).map(
        (thing) => ({
          ...thing,
          doubt: doubtOf(thing, judged, parameters),
        }),
      )
      const pictures = frames.map((frame) => frame.rgb)
      const plates =
        plateReader && view.readPlates
          ? await readPlates(
              { ...plateReader, find: (vehicle) => plateReader.find(vehicle, turn.number) },
              pictures,
              await findVehicles(mine, pictures, detections, view.masks, deadline),
              deadline,
            )
          : undefined
      const ended = performance.now()
      const analysis: AlarmAnalysis = {
        ...decision,
        frames: frames.map((frame, position) => toResult(frame, position, set)),
        detections,
        ...(plates && { plates }),
        problems,
        memory: { ...after.memory, tampering: tampering.memory },
        tampering: tampering.facts,
        model: { ...model, ...(adjustment && { adjustment: nameOf(adjustment) }) },
        evidence: evidenceOf(findings, isUndisturbed, parameters),
        timings: {
          decode: decoded - began - heldUpMs,
          motion: compared - decoded,
          detect: looked - compared - findings.waitedMs,
          decide: decided - looked,
          total: ended - began - heldUpMs - findings.waitedMs,
        },
      }
      return { analysis, inferenceMs: findings.inferenceMs }
    },
  }
}
