import { setImmediate as afterOthers } from 'node:timers/promises'
import type { Box } from '../types.ts'
import { createShiftFinder, undoShift } from './align.ts'
import type { Shift } from './align.ts'
import { medianOf } from './background.ts'
import { denoise, dilate, findBlobs } from './blobs.ts'
import type { Blob } from './blobs.ts'
import { equalise } from './equalise.ts'
import { blur, floats, isAlike } from './grey-image.ts'
import type { GreyImage } from './grey-image.ts'

/** The difference from which a pixel has changed, as a multiple of the standard deviation of the picture's noise. */
const NOISE_FACTOR = 6
/** The bounds of this difference, in grey levels. */
const MIN_THRESHOLD = 10
const MAX_THRESHOLD = 45
/** The smallest changed area that counts as motion, as a share of the picture: about a person's trunk at a distance of 50 m. */
const MIN_BLOB_SHARE = 0.00015
const JOIN_RADIUS = 3
/**
 * The share of the picture above which the light or the camera changed, if so many pixels differ by more than GLOBAL_LEVELS grey levels.
 */
const GLOBAL_CHANGE = 0.6
const GLOBAL_LEVELS = 20
/** The difference below which two frames are one picture that was sent twice. Sensor noise alone is ten times as much. */
const SAME_PICTURE = 0.02
/** The height of the strips at the upper and lower edge where clocks usually are, as a share of the picture. */
const CLOCK_STRIP = 0.09
/** The largest height of a changed area that can be a clock, as a share of the picture. */
const CLOCK_HEIGHT = 0.06

/** The changes of one frame against the background. */
interface FrameMotion {
  /** The places of motion in the original frame, before shake was removed. */
  boxes: Box[]
  /** Whether something changed where clocks usually are. It is probably a clock, but a distant person looks similar. */
  hasClock: boolean
  /** The share of the picture that changed. */
  share: number
  /** The changed pixels of the aligned grey picture, 1 for changed. */
  mask: Uint8Array
  /** The share of the picture that differs clearly, including small and scattered changes. */
  changed: number
}

/** The aligned frames of one alarm, and what moved in them. */
export interface Motion {
  /** The blurred, aligned and equalised frames, in the order of the input. */
  aligned: GreyImage[]
  shifts: Shift[]
  /** For each frame, whether it differs from every earlier one. */
  distinct: boolean[]
  frames: FrameMotion[]
  /** The scene without moving objects: the median of the frames, or the first of two. */
  background: GreyImage
  /** Whether so much changed that motion cannot be judged. */
  isGlobalChange: boolean
}

/**
 * Returns the standard deviation of a difference's noise. It is computed from the median absolute deviation, which moving objects hardly
 * affect.
 */
function noiseOf(difference: Float32Array): number {
  // Eighths of a grey level are finer than any threshold, and a histogram saves sorting.
  const histogram = new Uint32Array(256 * 8)
  let count = 0
  for (let index = 0; index < difference.length; index += 7) {
    const bin = Math.min(histogram.length - 1, Math.floor(Math.abs(difference[index]!) * 8))
    histogram[bin] = histogram[bin]! + 1
    count += 1
  }
  let left = count / 2
  let bin = 0
  while (bin < histogram.length - 1 && (left -= histogram[bin]!) > 0) bin += 1
  return 1.4826 * ((bin + 0.5) / 8)
}

function isClock(blob: Blob, height: number): boolean {
  if (blob.bottom - blob.top > CLOCK_HEIGHT * height) return false
  return blob.bottom <= CLOCK_STRIP * height || blob.top >= (1 - CLOCK_STRIP) * height
}

/** Clears the border of a mask, where shifted frames have no picture. */
function clearBorder(mask: Uint8Array, width: number, height: number, reach: Shift): void {
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    if (y < reach.y || y >= height - reach.y) mask.fill(0, row, row + width)
    mask.fill(0, row, row + reach.x)
    mask.fill(0, row + width - reach.x, row + width)
  }
}

function compare(image: GreyImage, background: GreyImage, reach: Shift, shift: Shift): FrameMotion {
  const { width, height } = image
  const size = width * height
  const difference = floats(size)
  for (let index = 0; index < size; index += 1) difference[index] = image.data[index]! - background.data[index]!
  const threshold = Math.min(MAX_THRESHOLD, Math.max(MIN_THRESHOLD, NOISE_FACTOR * noiseOf(difference)))
  const raw = new Uint8Array(size)
  let large = 0
  for (let index = 0; index < size; index += 1) {
    const amount = Math.abs(difference[index]!)
    if (amount > threshold) raw[index] = 1
    if (amount > GLOBAL_LEVELS) large += 1
  }
  clearBorder(raw, width, height, reach)
  const mask = denoise(raw, width, height)
  const all = findBlobs(mask, dilate(mask, width, height, JOIN_RADIUS), width).filter(
    (blob) => blob.pixels >= MIN_BLOB_SHARE * size,
  )
  const blobs = all.filter((blob) => !isClock(blob, height)).toSorted((a, b) => b.pixels - a.pixels)
  return {
    boxes: blobs.map((blob) => moveBox(toBox(blob, width, height), shift, image)),
    hasClock: blobs.length < all.length,
    share: blobs.reduce((sum, blob) => sum + blob.pixels, 0) / size,
    mask,
    changed: large / size,
  }
}

/** Shifts a box by pixels of a picture of this size. It converts a place in the aligned picture to the original frame. */
export function moveBox(box: Box, shift: Shift, { width, height }: { width: number; height: number }): Box {
  if (shift.x === 0 && shift.y === 0) return box
  const left = Math.max(0, box.x + shift.x / width)
  const top = Math.max(0, box.y + shift.y / height)
  const right = Math.min(1, box.x + box.width + shift.x / width)
  const bottom = Math.min(1, box.y + box.height + shift.y / height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function toBox(blob: Blob, width: number, height: number): Box {
  return {
    x: blob.left / width,
    y: blob.top / height,
    width: (blob.right - blob.left) / width,
    height: (blob.bottom - blob.top) / height,
  }
}

/**
 * Finds what moved between frames of one size, after removing shake and exposure changes. Compares each frame with the median of all
 * frames. Two frames are compared with each other. Returns undefined without two different pictures. Lets other work of the thread run
 * between steps, so that the networks need not wait after each look of another alarm.
 */
export async function findMotion(images: readonly GreyImage[]): Promise<Motion | undefined> {
  const first = images[0]
  if (first === undefined || images.length < 2) return undefined
  const blurred = await inSteps(images, blur)
  const reference = blurred[blurred.length >> 1] ?? first
  const shifts = await inSteps(blurred, createShiftFinder(reference))
  const shiftOf = (index: number) => shifts[index] ?? { x: 0, y: 0 }
  const aligned = await inSteps(blurred, (image, index) => equalise(reference, undoShift(image, shiftOf(index))))
  const distinct = await inSteps(images, (image, index) =>
    images.slice(0, index).every((earlier) => !isAlike(image, earlier, SAME_PICTURE)),
  )
  const different = aligned.filter((_, index) => distinct[index])
  const [one, two] = different
  if (one === undefined || two === undefined) return undefined

  const reach = {
    x: Math.max(...shifts.map((shift) => Math.abs(shift.x))),
    y: Math.max(...shifts.map((shift) => Math.abs(shift.y))),
  }
  const median = different.length > 2 ? await medianOf(different) : undefined
  const frames = await inSteps(aligned, (image, index) => {
    const other = median === undefined && isAlike(image, one, SAME_PICTURE) ? two : one
    return compare(image, median ?? other, reach, shiftOf(index))
  })
  return {
    aligned,
    shifts,
    distinct,
    frames,
    background: median ?? one,
    isGlobalChange: frames.some((frame) => frame.changed > GLOBAL_CHANGE),
  }
}

async function inSteps<T, R>(things: readonly T[], make: (thing: T, index: number) => R): Promise<R[]> {
  const made: R[] = []
  for (const [index, thing] of things.entries()) {
    made.push(make(thing, index))
    await afterOthers()
  }
  return made
}
