/** A finger's position in pixels and the time in milliseconds. */
export interface Touch {
  x: number
  y: number
  at: number
}

const FAR_PX = 60
const QUICK_MS = 600

/** The direction of a horizontal swipe; undefined for scrolling, slow movement or a tap. */
export function swipeOf(from: Touch, to: Touch): 'left' | 'right' | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) < FAR_PX || Math.abs(dx) < 2 * Math.abs(dy) || to.at - from.at > QUICK_MS) return undefined
  return dx < 0 ? 'left' : 'right'
}
