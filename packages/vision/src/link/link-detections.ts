import { distanceOf, sizeOf } from '../detect/boxes.ts'
import type { Box } from '../types.ts'

/** What linking needs to know of a thing on a frame. */
export interface Linkable {
  frame: number
  class: string
  score: number
  box: Box
}

/** One thing over the frames it was seen on. */
export interface Track<T> {
  members: T[]
}

/** How far a thing may have gone between two frames, in its own sizes … */
const REACH = 4
/** … and how much larger or smaller it may have become. */
const SIZE_RATIO = 2.2

/**
 * Links things of one class over frames by place and size, best scores first and at most one of a frame. Frames are up to two
 * seconds apart, so a walker has left its own box by then: reach counts in sizes, not in overlap.
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
