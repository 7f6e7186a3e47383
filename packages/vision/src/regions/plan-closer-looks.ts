import type { Box, Detection } from '../types.ts'
import type { Look } from './plan-looks.ts'
import { squareAround, type Size } from './square-around.ts'

/** Measured on drawn rain, snow and webs: two find the people in rain, four find nobody more. */
const LOOKS = 2
/** Sides of a crop, as shares of the picture's shorter side; what needs a larger one is no small thing. */
const CLOSE = { smallest: 0.35, largest: 0.55 }
/** Room around the thing, in its own longest sides. */
const MARGIN = 2.5
/** A look that was so much wider at most has shown the thing as closely. */
const AS_CLOSE = 1.4

function isInside(box: Box, region: Box): boolean {
  return (
    box.x >= region.x &&
    box.y >= region.y &&
    box.x + box.width <= region.x + region.width &&
    box.y + box.height <= region.y + region.height
  )
}

/**
 * Closer looks at small things that were seen faintly, for the end of a burst: where rain, snow or a web moves all over the picture, what
 * moves does not tell where to look closely.
 * @param suspects what was seen, the surest first
 * @param looks those that were taken
 */
export function planCloserLooks(
  suspects: readonly Pick<Detection, 'frame' | 'box'>[],
  looks: readonly Look[],
  frames: readonly Size[],
): Look[] {
  const closer: Look[] = []
  for (const { frame, box } of suspects) {
    if (closer.length === LOOKS) break
    const size = frames[frame]
    if (size === undefined) continue
    const region = squareAround(box, size, MARGIN, CLOSE.smallest)
    const shorter = Math.min(size.width, size.height)
    if (region.width * size.width > CLOSE.largest * shorter) continue
    const isSeenClosely = [...looks, ...closer].some(
      (look) =>
        look.frame === frame &&
        look.region !== undefined &&
        isInside(box, look.region) &&
        look.region.width < AS_CLOSE * region.width,
    )
    if (!isSeenClosely) closer.push({ frame, region })
  }
  return closer
}
