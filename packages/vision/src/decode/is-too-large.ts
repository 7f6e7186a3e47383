import { LIMITS } from '../limits.ts'

/**
 * Whether a picture has more pixels than are decoded, or is so long and narrow that nobody could be recognised in its reduced copy. A small
 * narrow picture is accepted, because it is not reduced.
 */
export function isTooLarge(width: number, height: number): boolean {
  const longer = Math.max(width, height)
  return (
    width * height > LIMITS.pixels ||
    (longer > LIMITS.workingSide && longer > LIMITS.proportions * Math.min(width, height))
  )
}
