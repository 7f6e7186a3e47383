import { distanceOf, sizeOf } from '../detect/boxes.ts'
import type { Box } from '../types.ts'

/** The properties of a detection that linking needs. */
export interface Linkable {
  frame: number
  class: string
  score: number
  box: Box
}

/** One object over the frames that show it. */
export interface Track<T> {
  members: T[]
}

/** The largest distance that an object can move between two frames, as a multiple of its size. */
const REACH = 4
/** The largest factor by which the size of an object can change between two frames. */
const SIZE_RATIO = 2.2

/**
 * Links the detections of one object on several frames, by class, place and size. Starts with the best scores, and links at most one
 * detection per frame. Frames are up to two seconds apart, and a walking person has left its own box by then. The distance is therefore
 * compared with the size of the object, instead of measuring the overlap.
 */
export function linkDetections<T extends Linkable>(things: readonly T[]): Track<T>[] {
  const tracks: Track<T>[] = []
  for (const thing of things.toSorted((a, b) => b.score - a.score)) {
    let nearest: { track: Track<T>; distance: number } | undefined
    for (const track of tracks) {
      const [best] = track.members
      if (
        best === undefined ||
        best.class !== thing.class ||
        track.members.some((member) => member.frame === thing.frame)
      )
        continue
      const ratio = sizeOf(best.box) / sizeOf(thing.box)
      const gap = Math.min(...track.members.map((member) => distanceOf(member.box, thing.box)))
      if (ratio > SIZE_RATIO || ratio < 1 / SIZE_RATIO || gap > REACH * sizeOf(best.box)) continue
      if (nearest === undefined || gap < nearest.distance) nearest = { track, distance: gap }
    }
    if (nearest === undefined) tracks.push({ members: [thing] })
    else nearest.track.members.push(thing)
  }
  return tracks
}
