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

/** How far an object can move between two frames, in its own sizes … */
const REACH = 4
/** … and by which factor its size can change. */
const SIZE_RATIO = 2.2

/**
 * Links detections of one class over frames by place and size, best scores first, at most one per frame. Frames are up to two seconds
 * apart, by when a walking person has left its own box. The reach is therefore measured in sizes, not by overlap.
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
