import type { Alarm, AlarmRow, Frame } from '@winnow/contract'
import { shownFrame } from '@winnow/domain'
import { insertionIndex } from './feed.ts'

/** How far ahead is fetched: what a held arrow key reaches within a second, and one back. */
const AHEAD = 4
const BEHIND = 1

/**
 * Ids of the alarms to have ready, most urgent first: those ahead in the direction of travel, then the one behind. Alarms that
 * were never opened are expected to be left downwards, towards the older ones.
 */
export function prefetchPlan(
  rows: readonly AlarmRow[],
  id: string | null,
  direction: 'next' | 'previous' = 'previous',
): string[] {
  if (id === null) return rows[0] === undefined ? [] : [rows[0].id]
  const at = insertionIndex(rows, id)
  const listed = rows[at]?.id === id
  const older = (steps: number) => Array.from({ length: steps }, (_, i) => rows[at + i + (listed ? 1 : 0)])
  const newer = (steps: number) => Array.from({ length: steps }, (_, i) => rows[at - 1 - i])
  const plan = direction === 'previous' ? [...older(AHEAD), ...newer(BEHIND)] : [...newer(AHEAD), ...older(BEHIND)]
  return plan.filter((row) => row !== undefined).map((row) => row.id)
}

/** A frame that a browser can show. */
export type Picture = Frame & { url: string }

/** The address of a picture that may never be looked at. The same is used to show it, so that it is fetched once. */
const aheadUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}prefetch=true`

/** The frames that have a picture, in order. */
export function picturesOf(frames: readonly Frame[]): Picture[] {
  return frames
    .flatMap((frame) => (frame.url === null ? [] : [{ ...frame, url: aheadUrl(frame.url) }]))
    .toSorted((a, b) => a.position - b.position)
}

/** Index of the picture to open an alarm with: the one that the verdict rests on; without one the first that shows motion, else the first. */
export function keyPicture(pictures: readonly Picture[], alarm: Pick<Alarm, 'detections' | 'reasons'>): number {
  const position = shownFrame({ ...alarm, frames: pictures })
  return Math.max(
    0,
    pictures.findIndex((picture) => picture.position === position),
  )
}

/** Addresses of an alarm's pictures in the order in which they will be wanted: the one it opens with, then on from there. */
export function pictureOrder(alarm: Pick<Alarm, 'frames' | 'detections' | 'reasons'>): string[] {
  const pictures = picturesOf(alarm.frames)
  const first = keyPicture(pictures, alarm)
  return [...pictures.slice(first), ...pictures.slice(0, first)].map((picture) => picture.url)
}
