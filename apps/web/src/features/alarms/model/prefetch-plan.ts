import type { Alarm, Frame } from '@winnow/contract'
import { shownFrame } from '@winnow/domain'
import { stepsFrom, type Lines } from './lines.ts'

/** The number of alarms to prefetch ahead (as many as a held arrow key reaches within a second), and the number behind. */
const AHEAD = 4
const BEHIND = 1

/**
 * Ids of the alarms to prefetch, the most urgent first: the alarms ahead in the direction of movement, then the alarm behind. Before the
 * first step, the direction is down, towards older alarms.
 */
export function prefetchPlan(lines: Lines, id: string | null, direction: 'next' | 'previous' = 'previous'): string[] {
  if (id === null) return [lines.neighbour(null, direction)?.id].filter((first) => first !== undefined)
  const back = direction === 'next' ? 'previous' : 'next'
  return [...stepsFrom(lines, id, direction, AHEAD), ...stepsFrom(lines, id, back, BEHIND)].map((row) => row.id)
}

/** A frame that browsers can show. */
export type Picture = Frame & { url: string }

/** The address of a prefetched picture, which is marked as such. The same address is used to show it, so that it is fetched once. */
const aheadUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}prefetch=true`

/** The frames with a displayable picture, in order. */
export function picturesOf(frames: readonly Frame[]): Picture[] {
  return frames
    .flatMap((frame) => (frame.url === null ? [] : [{ ...frame, url: aheadUrl(frame.url) }]))
    .toSorted((a, b) => a.position - b.position)
}

/** The index of the picture to show first: the picture that decided the verdict, else the first with motion, else the first of all. */
export function keyPicture(pictures: readonly Picture[], alarm: Pick<Alarm, 'detections' | 'reasons'>): number {
  const position = shownFrame({ ...alarm, frames: pictures })
  return Math.max(
    0,
    pictures.findIndex((picture) => picture.position === position),
  )
}

/** Returns the addresses of an alarm's pictures in the order of need: the picture to show first, then the pictures that follow it. */
export function pictureOrder(alarm: Pick<Alarm, 'frames' | 'detections' | 'reasons'>): string[] {
  const pictures = picturesOf(alarm.frames)
  const first = keyPicture(pictures, alarm)
  return [...pictures.slice(first), ...pictures.slice(0, first)].map((picture) => picture.url)
}

/** The address of the small copy of a picture: at most 320 pixels wide and high. */
export const smallUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}size=thumbnail`
