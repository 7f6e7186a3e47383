import type { DeliveryAlarm } from './payload.ts'

/** The class of the object that supports the alarm best; undefined if none does. */
export function bestClass({ detections }: DeliveryAlarm): string | undefined {
  const [best] = detections.filter(({ doubt }) => doubt === null).toSorted((a, b) => b.score - a.score)
  return best?.class
}
