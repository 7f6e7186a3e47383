import type { Light } from '../types.ts'
import type { DecodedFrame, RgbImage } from '../decode/decoded-frame.ts'
import { findMotion } from '../motion/find-motion.ts'
import type { Motion } from '../motion/find-motion.ts'
import { greySizeOf, toGrey } from '../motion/grey-image.ts'
import type { GreyImage } from '../motion/grey-image.ts'

/** The largest difference between aspect ratios of frames from one camera, as a share. A larger one means another lens or camera. */
const SAME_SHAPE = 0.03
/** The largest mean difference between the colours of a pixel in a grey picture, in levels (0–255). Above 0 because JPEG tints grey. */
const GREY_TINT = 5

/** The frames of an alarm, ready for comparison. */
export interface FrameSet {
  frames: DecodedFrame[]
  greys: GreyImage[]
  motion: Motion | undefined
  /** The scene without moving objects. */
  background: GreyImage | undefined
  light: Light
  /** The number of frames that really differ from each other. */
  distinct: number
}

function lightOf(picture: RgbImage): Light {
  let tint = 0
  let count = 0
  const { data } = picture
  for (let at = 0; at + 2 < data.length; at += 3 * 97) {
    const red = data[at]!
    const green = data[at + 1]!
    const blue = data[at + 2]!
    tint += Math.max(red, green, blue) - Math.min(red, green, blue)
    count += 1
  }
  return count > 0 && tint / count > GREY_TINT ? 'colour' : 'grey'
}

function hasOneShape(frames: readonly DecodedFrame[]): boolean {
  const ratios = frames.map((frame) => frame.width / frame.height)
  return Math.max(...ratios) / Math.min(...ratios) < 1 + SAME_SHAPE
}

/** Prepares an alarm's frames and finds what moved between them. Motion is undefined if the aspect ratios of the frames differ. */
export async function prepareFrames(frames: DecodedFrame[]): Promise<FrameSet> {
  const [first] = frames
  if (first === undefined)
    return { frames, greys: [], motion: undefined, background: undefined, light: 'colour', distinct: 0 }
  const isOneShape = hasOneShape(frames)
  const greys = await Promise.all(frames.map((frame) => toGrey(frame.rgb, greySizeOf(isOneShape ? first : frame))))
  const motion = isOneShape ? await findMotion(greys) : undefined
  return {
    frames,
    greys,
    motion,
    background: motion?.background ?? greys[0],
    light: lightOf(first.rgb),
    distinct: isOneShape ? (motion?.distinct.filter(Boolean).length ?? 1) : frames.length,
  }
}
