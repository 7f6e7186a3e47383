import { createJudge, type Circumstances, type Judge } from '../../analyse/judge.ts'
import { prepareFrames, type FrameSet } from '../../analyse/frame-set.ts'
import { openMedia } from '../../decode/decode-media.ts'
import { decide } from '../../decide/decide.ts'
import { gatherSupport } from '../../decide/evidence.ts'
import { committeeKey, type Parameters } from '../../decide/parameters.ts'
import type { Detector } from '../../detect/detector.ts'
import { prepareLook } from '../../detect/look.ts'
import { mergeSightings, type RegionSighting } from '../../detect/merge-sightings.ts'
import { emptyMemory } from '../../memory/view-memory.ts'
import { moveBox } from '../../motion/find-motion.ts'
import { stillnessAt, textureStillnessAt } from '../../motion/stillness.ts'
import { planCloserLooks } from '../../regions/plan-closer-looks.ts'
import { planLooks, type Look } from '../../regions/plan-looks.ts'
import { checkScene } from '../../scene/check-scene.ts'
import type { Box, Detection } from '../../types.ts'
import { jobOf } from '../job-of.ts'
import type { LabelledAlarm } from '../read-manifest.ts'
import { PATIENCE_MS } from '../run-alarms.ts'

/** A sighting with what the pictures say about its place, whatever the parameters are. */
export interface PlacedSighting extends RegionSighting {
  model: string
  /** How unchanged its place is, −1…1, and how unchanged its texture where that matters. Null if there is only one picture. */
  still: number | null
  texture: number | null
  /** The share of the box that changed against the background, and of the ring around it. Null if there is only one picture. */
  motionInside: number | null
  motionAround: number | null
  /** The standard deviation of its grey levels, and the mean step between neighbours, in levels. */
  contrast: number
  sharpness: number
}

/** One look with what all models saw. */
export interface Looked {
  frame: number
  region?: Box
  /** The set of models for which the look is taken because of what they saw before. Undefined for the looks that all sets take. */
  closerFor?: string
  seen: PlacedSighting[]
}

/** All that the networks and the comparison of the pictures found in one alarm, from which any parameters can be replayed. */
export interface AlarmFindings {
  looks: Looked[]
  framesToSee: number
  /** The pictures' sizes in pixels. */
  sizes: { width: number; height: number }[]
  /** Whether the filter passes the alarm on whatever was seen, because something disturbed the analysis. */
  isDisturbed: boolean
  isGlobalChange: boolean
}

type Place = Omit<PlacedSighting, keyof RegionSighting | 'model'>

/** The ring around a box that is compared with the box, as a share of its sides. */
const AROUND = 0.5
/** From this likeness on, a place counts as unchanged under all parameters that are tried, so that its texture is not needed. */
const STILL = 0.98

/** The share of changed pixels inside a box, and in the ring of half its size around it. */
function motionAt(mask: Uint8Array, size: { width: number; height: number }, box: Box): [number, number] {
  const edge = (value: number, length: number) => Math.max(0, Math.min(length, Math.round(value * length)))
  const count = (area: Box): [number, number] => {
    const [left, right] = [edge(area.x, size.width), edge(area.x + area.width, size.width)]
    const [top, bottom] = [edge(area.y, size.height), edge(area.y + area.height, size.height)]
    let changed = 0
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) changed += mask[y * size.width + x]!
    return [changed, (right - left) * (bottom - top)]
  }
  const [inside, all] = count(box)
  const grown = {
    x: box.x - AROUND * box.width,
    y: box.y - AROUND * box.height,
    width: box.width * (1 + 2 * AROUND),
    height: box.height * (1 + 2 * AROUND),
  }
  const [within, whole] = count(grown)
  return [inside / Math.max(1, all), (within - inside) / Math.max(1, whole - all)]
}

function lookOf(set: FrameSet, frame: number, box: Box): Pick<Place, 'contrast' | 'sharpness'> {
  const grey = set.greys[frame]
  if (grey === undefined) return { contrast: 0, sharpness: 0 }
  const { width, height, data } = grey
  const [left, top] = [Math.max(0, Math.floor(box.x * width)), Math.max(0, Math.floor(box.y * height))]
  const right = Math.min(width - 1, Math.ceil((box.x + box.width) * width))
  const bottom = Math.min(height - 1, Math.ceil((box.y + box.height) * height))
  let [n, sum, squares, steps] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const value = data[y * width + x]!
      n += 1
      sum += value
      squares += value * value
      steps += Math.abs(data[y * width + x + 1]! - value) + Math.abs(data[(y + 1) * width + x]! - value)
    }
  }
  if (n === 0) return { contrast: 0, sharpness: 0 }
  return { contrast: Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)), sharpness: steps / (2 * n) }
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6

function placeOf(set: FrameSet, frame: number, sighting: RegionSighting): Place {
  const { motion } = set
  const { contrast, sharpness } = lookOf(set, frame, sighting.box)
  const look = { contrast: round(contrast), sharpness: round(sharpness) }
  if (motion === undefined || set.distinct < 2)
    return { still: null, texture: null, motionInside: null, motionAround: null, ...look }
  const grey = motion.aligned[frame]
  const { x, y } = motion.shifts[frame] ?? { x: 0, y: 0 }
  const box = grey === undefined ? sighting.box : moveBox(sighting.box, { x: -x, y: -y }, grey)
  const mask = motion.frames[frame]?.mask
  const [inside, around] = mask && grey ? motionAt(mask, grey, box) : [0, 0]
  const still = stillnessAt(motion.aligned, motion.distinct, frame, box)
  const needsTexture = sighting.class !== 'person' && still < STILL
  return {
    still,
    texture: needsTexture ? textureStillnessAt(motion.aligned, motion.distinct, frame, box) : 1,
    motionInside: round(inside),
    motionAround: round(around),
    ...look,
  }
}

/**
 * Takes all looks that the filter would take at an alarm without a memory of its camera, and keeps what was seen before anything is judged.
 * Which closer looks are taken depends on the parameters and on the set of models; they are kept apart, so that a replay can do without them.
 * @param sets the sets of models that will be replayed
 */
export async function collectFindings(
  detectors: readonly Detector[],
  alarm: LabelledAlarm,
  parameters: Parameters,
  sets: readonly (readonly Detector[])[],
): Promise<AlarmFindings> {
  const job = jobOf(alarm, 3)
  const opened = await openMedia(job.media)
  const { frames, problems } = await opened.decode(performance.now() + PATIENCE_MS)
  const set = await prepareFrames(frames)
  const pictures = frames.map((frame) => frame.rgb)
  const planned = planLooks(pictures, set.motion)
  const take = async (look: Look): Promise<Looked> => {
    const picture = pictures[look.frame]
    if (picture === undefined) throw new RangeError(`There is no frame ${look.frame}`)
    const seen: PlacedSighting[] = []
    for (const detector of detectors) {
      if (look.region !== undefined && detector.looks !== 'parts') continue
      const { sightings } = await (await prepareLook(detector, picture, look))()
      seen.push(...sightings.map((one) => ({ ...one, model: detector.id, ...placeOf(set, look.frame, one) })))
    }
    return { frame: look.frame, ...(look.region && { region: look.region }), seen }
  }
  const looks: Looked[] = []
  for (const look of planned) looks.push(await take(look))
  const framesToSee = new Set(planned.map(({ frame }) => frame)).size
  const facts: Circumstances = { set, view: job.view, memory: emptyMemory(), parameters, now: job.now }
  const judge = createJudge(facts)
  const closer: Looked[] = []
  for (const models of framesToSee > 1 ? sets : []) {
    const suspects = gatherSupport(judgeAll(looks, models, judge), models, parameters)
      .filter(({ support }) => support >= parameters.closerFrom)
      .map(({ detection }) => detection)
    const closerFor = committeeKey(models.map(({ id }) => id))
    for (const look of planCloserLooks(suspects, planned, pictures)) closer.push({ ...(await take(look)), closerFor })
  }
  const isGlobalChange = set.motion?.isGlobalChange ?? false
  const { isUndisturbed } = decide(
    {
      detections: [],
      problems,
      view: job.view,
      frames: frames.length,
      distinctFrames: set.distinct,
      framesToSee,
      nothingMoved: false,
      globalChange: null,
      models: detectors,
      modelError: null,
      deadline: null,
      scene: checkScene(set.greys, job.view.thermal ?? false),
    },
    parameters,
  )
  const sizes = frames.map(({ width, height }) => ({ width, height }))
  return { looks: [...looks, ...closer], framesToSee, sizes, isDisturbed: !isUndisturbed, isGlobalChange }
}

function judgeAll(looks: readonly Looked[], models: readonly Detector[], judge: Judge): Detection[] {
  const frames = [...new Set(looks.map(({ frame }) => frame))]
  return frames.flatMap((frame) =>
    models.flatMap(({ id }) => {
      const seen = looks.filter((look) => look.frame === frame).flatMap((look) => look.seen)
      return mergeSightings(seen.filter(({ model }) => model === id)).map((one) => judge(one, frame, id))
    }),
  )
}
