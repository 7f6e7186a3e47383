import type { Alarm, Frame } from '@winnow/contract'
import { shownFrame } from '@winnow/domain'

/** The picture to show first: the one that decided the verdict, else the first. */
export function bestFrame(alarm: Pick<Alarm, 'frames' | 'detections' | 'reasons'>): Frame | undefined {
  const position = shownFrame(alarm)
  return alarm.frames.find((frame) => frame.position === position)
}
