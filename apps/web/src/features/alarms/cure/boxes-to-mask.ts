import type { Alarm, Detection } from '@winnow/contract'

/** The most boxes that the menu offers. */
const MOST = 8
/** Digits of a share of the picture: finer than a pixel of the largest picture. */
const DIGITS = 4

/** A box in an address. */
export const textOfBox = ({ x, y, width, height }: Detection['box']): string =>
  [x, y, width, height].map((share) => Number(share.toFixed(DIGITS))).join(',')

/** The boxes of an alarm that can be proposed as masks: each place once, the surest first. What is masked already is left out. */
export function boxesToMask({ detections }: Pick<Alarm, 'detections'>): Detection[] {
  const places = new Map<string, Detection>()
  for (const detection of detections.toSorted((a, b) => b.score - a.score)) {
    const place = textOfBox(detection.box)
    if (!detection.masked && !places.has(place)) places.set(place, detection)
  }
  return [...places.values()].slice(0, MOST)
}
