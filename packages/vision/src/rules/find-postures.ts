import type { RgbImage } from '../decode/decoded-frame.ts'
import { areaOf, iou, overlapOf } from '../detect/boxes.ts'
import type { Detector, Sighting } from '../detect/detector.ts'
import type { Motion } from '../motion/find-motion.ts'
import { chooseRegions } from '../regions/choose-regions.ts'
import { mergeSightings, type RegionSighting } from '../detect/merge-sightings.ts'
import { crop, fromRegion, isCut } from '../regions/crop.ts'
import { tilesOf } from '../regions/plan-looks.ts'
import { squareAround } from '../regions/square-around.ts'
import type { Box, Detection } from '../types.ts'
import { turned, turnedBack } from './turn-picture.ts'

/** Limits of the work: pictures and regions that are turned. Each region takes three looks. */
const FRAMES = 6
const REGIONS = 2
/** The margin around a person that is looked at again, and the smallest side of the region, as a share of the picture's shorter side. */
const MARGIN = 1.5
const SMALLEST = 0.3
/** The score from which somebody is seen in a turned picture, and by how much that must be more than as they are. */
const SEEN = 0.55
const MORE = 0.1
/** How much higher than wide somebody is who stands, in pixels. */
const UPRIGHT = 1.3
/** How much wider than high a lying person is, at least and at most: a thin strip is a rail, a line or an edge of the picture. */
const FLAT = { least: 1.1, most: 3.2 }
/** The least length of a lying person, in pixels and as a share of the picture's shorter side. Smaller things look like anything when turned. */
const LENGTH = { pixels: 36, share: 0.1 }
/** The share of the smaller box by which somebody who stands and somebody who lies are the same. */
const COVERED = 0.7
const UPRIGHT_SCORE = 0.4
/** What looks like somebody who lies. It is believed where it is seen as surely. */
const OTHERS = new Set<Detection['class']>(['animal', 'vehicle', 'cycle'])
/** By how much less surely somebody who stands may be seen to be believed. */
const LESS = 0.2
const SAME = 0.3

/** A person who was seen in a turned picture only. */
export interface LyingPerson {
  frame: number
  score: number
  box: Box
}

/** The postures of people on some pictures. */
export interface Postures {
  /** The pictures that were looked at. Of others nothing is known. */
  frames: number[]
  lying: LyingPerson[]
  /** False: time ran out, the detector failed, or there is none. Of what was not looked at nothing is known. */
  isComplete: boolean
  /** Milliseconds in the network. */
  inferenceMs: number
}

/** What postures are found from. */
export interface PostureInput {
  pictures: readonly RgbImage[]
  /** The pictures that differ from each other, the most promising first. */
  frames: readonly number[]
  motion: Motion | undefined
  detections: readonly Detection[]
  /** On the clock of `performance.now()`. */
  deadline: number
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

/** Squares around what moved and around people. Where there is neither, the whole picture. */
function regionsOf(frame: number, { pictures, motion, detections }: PostureInput): Box[] {
  const size = pictures[frame]
  if (size === undefined) return []
  const moving = motion === undefined || motion.isGlobalChange ? [] : (motion.frames[frame]?.boxes ?? [])
  const people = detections
    .filter((one) => one.frame === frame && one.class === 'person' && !one.masked)
    .toSorted((a, b) => b.score - a.score)
  const regions: Box[] = []
  for (const square of [
    ...chooseRegions(moving, size, REGIONS),
    ...people.map(({ box }) => squareAround(box, size, MARGIN, SMALLEST)),
  ])
    if (regions.every((one) => overlapOf(one, square) < 0.6 * areaOf(square))) regions.push(square)
  if (regions.length > 0) return regions.slice(0, REGIONS)
  const tiles = tilesOf(size)
  return tiles.length > 0 ? tiles.slice(0, REGIONS) : [WHOLE]
}

/** The height of a box in pixels, as a share of its width. */
const tallness = (box: Box, { width, height }: { width: number; height: number }): number =>
  (box.height * height) / Math.max(1e-6, box.width * width)

/** Whether somebody stands, by the shape of their box. */
export const isUpright = (
  { box, score }: Pick<Detection, 'box' | 'score'>,
  size: { width: number; height: number },
): boolean => score >= UPRIGHT_SCORE && tallness(box, size) >= UPRIGHT

function isLongEnough(box: Box, { width, height }: RgbImage): boolean {
  const length = Math.max(box.width * width, box.height * height)
  return length >= Math.max(LENGTH.pixels, LENGTH.share * Math.min(width, height))
}

/**
 * Whether the usual looks saw somebody upright in that place, or an animal or a vehicle, which look like people when turned. Weak guesses at what it
 * is say nothing: somebody who lies is often taken for a dog or a car, less surely than for a person when turned.
 */
function isSomethingElse(
  { box, score }: Pick<Sighting, 'box' | 'score'>,
  frame: number,
  { pictures, detections }: PostureInput,
): boolean {
  const picture = pictures[frame]
  return detections.some(
    (one) =>
      one.frame === frame &&
      picture !== undefined &&
      (one.class === 'person'
        ? isUpright(one, picture) && one.score + LESS >= score
        : OTHERS.has(one.class) && one.score >= score) &&
      overlapOf(one.box, box) > COVERED * Math.min(areaOf(one.box), areaOf(box)),
  )
}

const peopleOn = (sightings: readonly Sighting[]): Sighting[] => sightings.filter((one) => one.class === 'person')

async function lookAt(
  detector: Detector,
  part: RgbImage,
): Promise<{ upright: Sighting[]; turned: Sighting[]; ms: number }> {
  const asIs = await (await detector.prepare(part))()
  let ms = asIs.inferenceMs
  const found: Sighting[] = []
  for (const turning of ['clockwise', 'anticlockwise'] as const) {
    const seen = await (await detector.prepare(turned(part, turning)))()
    ms += seen.inferenceMs
    found.push(...peopleOn(seen.sightings).map((one) => ({ ...one, box: turnedBack(one.box, turning) })))
  }
  return { upright: peopleOn(asIs.sightings), turned: found, ms }
}

/** Of the people seen in the turned part, those whom the part as it is shows less surely, and who are wider than high. */
function lyingIn(part: RgbImage, { upright, turned: found }: { upright: Sighting[]; turned: Sighting[] }): Sighting[] {
  const kept: Sighting[] = []
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    const flatness = 1 / tallness(one.box, part)
    if (one.score < SEEN || flatness < FLAT.least || flatness > FLAT.most) continue
    const standing = upright.filter(
      ({ box }) => iou(box, one.box) >= SAME || overlapOf(box, one.box) > 0.6 * areaOf(one.box),
    )
    if (standing.some(({ score, box }) => score + MORE > one.score && tallness(box, part) >= 1)) continue
    if (!kept.some(({ box }) => iou(box, one.box) >= SAME)) kept.push(one)
  }
  return kept
}

/**
 * The detector that looks at turned pictures: one that tells most classes apart, so that it takes less for a person, and of those one that looks at
 * whole pictures. Small networks for parts of pictures see people in leaves and lines.
 */
function choose(detectors: readonly Detector[]): Detector | undefined {
  const isForParts = ({ looks }: Detector) => Number(looks === 'parts')
  return detectors
    .filter(({ sees }) => sees.includes('person'))
    .toSorted((a, b) => b.sees.length - a.sees.length || isForParts(a) - isForParts(b))[0]
}

/**
 * Looks for people who lie: a detector that has learnt people who stand sees those who lie only in a picture turned by 90°. Ends before the
 * deadline with the pictures looked at until then, and never throws.
 */
export async function findPostures(detectors: readonly Detector[], input: PostureInput): Promise<Postures> {
  const detector = choose(detectors)
  const found: Postures = { frames: [], lying: [], isComplete: false, inferenceMs: 0 }
  if (detector === undefined) return found
  let slowest = 0
  for (const frame of input.frames.slice(0, FRAMES)) {
    const picture = input.pictures[frame]
    if (picture === undefined) continue
    const lying: RegionSighting[] = []
    for (const region of regionsOf(frame, input)) {
      const began = performance.now()
      if (began + slowest > input.deadline) return found
      const part = crop(picture, region)
      const looked = await lookAt(detector, part).catch(() => undefined)
      if (looked === undefined) return found
      const { ms, ...seen } = looked
      found.inferenceMs += ms
      slowest = Math.max(slowest, performance.now() - began)
      lying.push(...lyingIn(part, seen).map((one) => ({ ...fromRegion(one, region), isCut: isCut(one.box, region) })))
    }
    found.frames.push(frame)
    found.lying.push(
      ...mergeSightings(lying)
        .filter((one) => isLongEnough(one.box, picture) && !isSomethingElse(one, frame, input))
        .map(({ score, box }) => ({ frame, score, box })),
    )
  }
  found.isComplete = true
  return found
}
