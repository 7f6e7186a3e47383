import type { FrameSet } from '../analyse/frame-set.ts'
import { chooseRegions } from '../regions/choose-regions.ts'
import type { Look } from '../regions/plan-looks.ts'
import { LIMITS } from '../limits.ts'

/**
 * Plans the looks that following adds, the added pictures first: each added picture on which something moved as a whole, and the part of each
 * picture where most moved. Pictures that show no motion show nobody who could be followed.
 * @param usual the number of pictures that were looked at before; the others come after them in the set
 */
export function planDenseLooks({ frames, motion }: FrameSet, usual: number): Look[] {
  const added = [...frames.keys()].filter((frame) => frame >= usual && (motion?.distinct[frame] ?? true))
  const moving = (frame: number) => motion === undefined || motion.isGlobalChange || hasMotion(frame)
  const hasMotion = (frame: number) => (motion?.frames[frame]?.boxes.length ?? 0) > 0
  const whole = added.filter(moving).map((frame): Look => ({ frame }))
  const parts = [...frames.keys()].flatMap((frame): Look[] => {
    const size = frames[frame]?.rgb
    if (motion === undefined || motion.isGlobalChange || size === undefined || !motion.distinct[frame]) return []
    return chooseRegions(motion.frames[frame]?.boxes ?? [], size, 1).map((region) => ({ frame, region }))
  })
  return [...whole, ...parts].slice(0, LIMITS.followLooks)
}
