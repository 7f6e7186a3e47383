import type { Alarm } from '@winnow/contract'
import type { Rect } from './view-transform.ts'

type Track = NonNullable<Alarm['tracks']>[number]
type Place = { x: number; y: number }

/** The path of one person or vehicle in pixels of the stage. */
export interface TrackPath {
  key: string
  class: Track['class']
  /** Where its feet or wheels were, in the order of time. */
  points: Place[]
  /** Where it is on the picture; undefined if it is not seen there. */
  here: Place | undefined
  /** Where its label stands: on the picture, or else at the end of the path. */
  label: Place
  /** How long it was seen, in milliseconds; null if the times of the pictures are unknown. */
  seenMs: number | null
}

/** How long a track was seen, in milliseconds; null if the times of the pictures are unknown. */
export function seenMsOf({ points }: Track): number | null {
  const [first, last] = [points[0]?.offsetMs ?? null, points.at(-1)?.offsetMs ?? null]
  return first === null || last === null ? null : last - first
}

const THIRDS = ['left', 'middle', 'right'] as const
type Third = (typeof THIRDS)[number]

/** The third of the picture in which a track begins, and that in which it ends. */
export function thirdsOf({ points }: Track): { from: Third; to: Third } {
  const thirdOf = (point: Track['points'][number] | undefined): Third => {
    const middle = point === undefined ? 0.5 : point.box.x + point.box.width / 2
    return THIRDS[Math.min(2, Math.max(0, Math.floor(middle * 3)))] ?? 'middle'
  }
  return { from: thirdOf(points[0]), to: thirdOf(points.at(-1)) }
}

/**
 * The paths of an alarm, as they are drawn on one of its pictures.
 * @param position of the picture in its alarm
 * @param rect the picture's rectangle in the stage
 */
export function trackPaths(tracks: readonly Track[], position: number, rect: Rect): TrackPath[] {
  return tracks.map((track, index) => {
    const placed = track.points.map(({ frame, box }) => ({
      frame,
      x: rect.x + (box.x + box.width / 2) * rect.width,
      y: rect.y + (box.y + box.height) * rect.height,
    }))
    const here = placed.find(({ frame }) => frame === position)
    const end = here ?? placed.at(-1) ?? { x: rect.x, y: rect.y }
    return {
      key: `${track.class} ${index}`,
      class: track.class,
      points: placed.map(({ x, y }) => ({ x, y })),
      here: here && { x: here.x, y: here.y },
      label: { x: end.x, y: end.y },
      seenMs: seenMsOf(track),
    }
  })
}
