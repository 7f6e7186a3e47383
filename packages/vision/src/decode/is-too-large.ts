import { LIMITS } from '../limits.ts'

/**
 * Whether a picture has more pixels than are decoded, or is so long that its working copy would be a strip in which nobody could be
 * seen. A small strip is taken as it is: nothing is lost by looking at it.
 */
export function isTooLarge(width: number, height: number): boolean {
  const longer = Math.max(width, height)
  return (
    width * height > LIMITS.pixels ||
    (longer > LIMITS.workingSide && longer > LIMITS.proportions * Math.min(width, height))
  )
}
