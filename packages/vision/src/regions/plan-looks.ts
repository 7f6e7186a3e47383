import type { RgbImage } from '../decode/decoded-frame.ts'
import { areaOf } from '../detect/boxes.ts'
import type { Motion } from '../motion/find-motion.ts'
import type { Box } from '../types.ts'
import { chooseRegions } from './choose-regions.ts'

/** A look: one run of the models on a whole frame, or on a part of it. */
export interface Look {
  frame: number
  /** The part of the frame. Undefined for the whole frame. */
  region?: Box
}

/** The number of frames whose moving parts get crops. In measurements, more frames or more parts gave no better results. */
const ZOOMED_FRAMES = 2
/** The number of moving parts per frame that get crops. */
const ZOOMS = 2
/**
 * The share of the frame from which a tile is left out, because it shows about the same as the whole frame. Tiles that are slightly smaller
 * are still useful. A model that stretches its input to a square gets people in natural proportions in a square tile, but squeezed in the
 * frame. (With 0.8 instead of 0.9, the reduction on the labelled alarms was 17 percentage points lower.)
 */
const TILE_TOO_LARGE = 0.9
const MAX_TILES = 4

/** Returns squares side by side that cover a wide or tall picture. They are needed because models would squeeze the whole picture. */
export function tilesOf(size: { width: number; height: number }): Box[] {
  const shorter = Math.min(size.width, size.height)
  const width = shorter / size.width
  const height = shorter / size.height
  if (width * height >= TILE_TOO_LARGE) return []
  const count = Math.min(MAX_TILES, Math.ceil(Math.max(size.width, size.height) / shorter))
  return Array.from({ length: count }, (_, index) => ({
    x: (index / (count - 1)) * (1 - width),
    y: (index / (count - 1)) * (1 - height),
    width,
    height,
  }))
}

/**
 * Returns the looks that are taken when many alarms wait: those at the two pictures that promise most, wholly. On the labelled alarms they find what
 * all looks find at sensitivity 3 (`docs/benchmarks.md`).
 */
export function looksInHurry(looks: readonly Look[]): Look[] {
  const frames = [...new Set(looks.map(({ frame }) => frame))].slice(0, ZOOMED_FRAMES)
  return looks.filter(({ frame }) => frames.includes(frame))
}

/** Returns the order in which frames are analysed: the frame with the most motion first, or the middle frame first if nothing moved. */
function rank(frames: readonly RgbImage[], motion: Motion | undefined): number[] {
  const middle = (frames.length - 1) / 2
  const share = (index: number) =>
    motion === undefined || motion.isGlobalChange ? 0 : (motion.frames[index]?.share ?? 0)
  return frames
    .map((_, index) => index)
    .filter((index) => motion?.distinct[index] ?? true)
    .toSorted((a, b) => share(b) - share(a) || Math.abs(a - middle) - Math.abs(b - middle))
}

/**
 * Plans the looks at an alarm, the most promising first, so that the analysis can stop when the verdict is certain. Every frame gets a
 * look, because a person may be on a single frame only. If nothing moved at all, one frame is enough, because it shows all persons who
 * stand still.
 */
export function planLooks(frames: readonly RgbImage[], motion: Motion | undefined): Look[] {
  const ranked = rank(frames, motion)
  const isStill =
    motion !== undefined &&
    !motion.isGlobalChange &&
    motion.frames.every((frame) => frame.boxes.length === 0 && !frame.hasClock)
  const whole = isStill ? ranked.slice(0, 1) : ranked
  const looks: Look[] = []
  for (const frame of whole.slice(0, ZOOMED_FRAMES)) {
    looks.push({ frame })
    const size = frames[frame]
    if (size === undefined || motion === undefined || motion.isGlobalChange) continue
    const zooms = chooseRegions(motion.frames[frame]?.boxes ?? [], size, ZOOMS)
    looks.push(...zooms.toSorted((a, b) => areaOf(a) - areaOf(b)).map((region) => ({ frame, region })))
  }
  const [first] = whole
  const size = first === undefined ? undefined : frames[first]
  if (first !== undefined && size !== undefined)
    looks.push(...tilesOf(size).map((region) => ({ frame: first, region })))
  return [...looks, ...whole.slice(ZOOMED_FRAMES).map((frame) => ({ frame }))]
}
