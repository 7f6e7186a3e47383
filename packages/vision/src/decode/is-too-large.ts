import { LIMITS } from '../limits.ts'

/**
 * Whether a picture has more pixels than are decoded, or is so long that nobody could be recognised in its reduced copy. A small strip is
 * accepted, since it is not reduced.
 */
export function isTooLarge(width: number, height: number): boolean {
  const longer = Math.max(width, height)
  return (
    width * height > LIMITS.pixels ||
    (longer > LIMITS.workingSide && longer > LIMITS.proportions * Math.min(width, height))
  )
}
