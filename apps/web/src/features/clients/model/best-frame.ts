import type { Alarm, Frame } from '@winnow/contract'
import { shownFrame } from '@winnow/domain'

/** Returns the picture to show first: the picture that decided the verdict or, without such a picture, the first of the alarm. */
export function bestFrame(alarm: Pick<Alarm, 'frames' | 'detections' | 'reasons'>): Frame | undefined {
  const position = shownFrame(alarm)
  return alarm.frames.find((frame) => frame.position === position)
}
