import type { Alarm, Frame } from '@winnow/contract'

/** The picture to look at first: the one with the strongest sighting that was weighed, else the first. */
export function bestFrame(alarm: Pick<Alarm, 'frames' | 'detections'>): Frame | undefined {
  const shown = alarm.frames.filter((frame) => frame.url !== null)
  const [best] = alarm.detections
    .filter((detection) => detection.counted && shown.some((frame) => frame.position === detection.frame))
    .toSorted((a, b) => b.score - a.score)
  return shown.find((frame) => frame.position === best?.frame) ?? shown[0]
}
