import type { RgbImage } from '../decode/decoded-frame.ts'
import { areaOf } from '../detect/boxes.ts'
import type { Motion } from '../motion/find-motion.ts'
import type { Box } from '../types.ts'
import { chooseRegions } from './choose-regions.ts'

/** One look of the models: at a whole frame, or at a part of it. */
export interface Look {
  frame: number
  /** Undefined: the whole frame. */
  region?: Box
}

/** Frames whose moving parts are looked at closely, and how many parts of each. Measured: more gain nothing. */
const ZOOMED_FRAMES = 2
const ZOOMS = 2
/**
 * A tile that covers this share of the frame is the frame. Even where it is nearly so, tiles help: a model that stretches what
 * it is given to a square sees people as they are in a tile, and squeezed in the frame (0.8 in place of 0.9 cost 17 points of
 * reduction on the labelled alarms).
 */
const TILE_TOO_LARGE = 0.9
const MAX_TILES = 4

/** Squares side by side over a wide (or tall) picture, which models would squeeze otherwise. */
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

/** Frames in the order in which they are worth looking at: what moves most first, the middle one when nothing does. */
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
 * The looks an alarm deserves, the most telling first, so that looking can stop as soon as the verdict is sure. Every frame gets
 * one, since somebody may be on it alone. Where nothing moved at all one frame stands for all: whoever stands still is on it, too.
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
