import { findMotion } from '../motion/find-motion.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import type { Look } from './watch-types.ts'

/** A picture of brightness values as bytes: a quarter of the memory of a GreyImage, which counts with hundreds of streams. */
export interface GreyBytes {
  width: number
  height: number
  data: Uint8Array
}

/** Pictures that are kept to compare the next one with. The median of them and the next one is the scene without what moves. */
const KEPT = 2
/** The side of the cells whose mean brightness is compared first, in pixels. */
const CELL = 4
/**
 * The difference of a cell's mean from which the motion stage looks closer. The noise of a mean of 16 pixels is a quarter of that of one pixel; what the motion
 * stage calls motion covers such a cell with at least 10 grey levels.
 */
const SUSPICIOUS = 4

const STILL: Look = { kind: 'still' }

/** Watches the key frames of one stream for motion. */
export class MotionWatch {
  #kept: GreyBytes[] = []

  async look(picture: GreyBytes): Promise<Look> {
    const last = this.#kept.at(-1)
    if (!last || last.width !== picture.width || last.height !== picture.height) {
      this.#kept = [picture]
      return { kind: 'first' }
    }
    // Compared with each of them, so that slow motion adds up.
    const isAlike = this.#kept.every((earlier) => !differs(earlier, picture))
    const pictures = [...this.#kept, picture]
    this.#kept = pictures.slice(-KEPT)
    if (isAlike) return STILL
    const motion = await findMotion(pictures.map(toGrey))
    const now = motion?.frames.at(-1)
    if (!motion || !now) return STILL
    if (motion.isGlobalChange) return { kind: 'changed' }
    return now.boxes.length > 0 ? { kind: 'moved', boxes: now.boxes } : STILL
  }
}

const toGrey = ({ width, height, data }: GreyBytes): GreyImage => ({ width, height, data: Float32Array.from(data) })

/** Whether the mean brightness of any cell differs. Most pictures of a stream show nothing new, and need no closer look. */
function differs(a: GreyBytes, b: GreyBytes): boolean {
  const { width, height } = a
  const sums = new Int32Array(Math.ceil(width / CELL))
  const limit = SUSPICIOUS * CELL * CELL
  for (let top = 0; top + CELL <= height; top += CELL) {
    sums.fill(0)
    for (let y = top; y < top + CELL; y += 1) {
      const row = y * width
      for (let x = 0; x < width; x += 1) sums[x >> 2] = sums[x >> 2]! + a.data[row + x]! - b.data[row + x]!
    }
    for (const sum of sums) if (sum > limit || sum < -limit) return true
  }
  return false
}
