import type { Detection } from '@winnow/contract'
import type { Rect } from './view-transform.ts'

/** The height of a box's label and the width of a character at 12 px, in pixels of the stage. */
const LABEL_HEIGHT = 18
const CHARACTER = 6.6
const PADDING = 10

/** A box with the place of its label, in pixels of the stage. */
export interface PlacedBox {
  key: string
  detection: Detection
  text: string
  box: Rect
  label: Rect
}

const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))

/**
 * Places boxes and labels on the picture. A label goes above its box. If it would leave the stage or cover another label, it goes inside or
 * at the lower edge. Boxes that support the alarm are placed first.
 * @param words the text of a box, and its size as a factor
 */
export function placeBoxes(
  detections: readonly Detection[],
  picture: Rect,
  stage: { width: number; height: number },
  words: { of: (detection: Detection) => string; size: number },
) {
  const height = LABEL_HEIGHT * words.size
  const doubts = ({ doubt }: Detection) => Number(doubt !== null)
  const order = detections.toSorted((a, b) => doubts(a) - doubts(b) || b.score - a.score)
  const taken: Rect[] = []
  return order.map((detection, index): PlacedBox => {
    const box = {
      x: picture.x + detection.box.x * picture.width,
      y: picture.y + detection.box.y * picture.height,
      width: detection.box.width * picture.width,
      height: detection.box.height * picture.height,
    }
    const text = words.of(detection)
    const width = (text.length * CHARACTER + PADDING) * words.size
    const x = clamp(box.x, 0, Math.max(0, stage.width - width))
    const places = [box.y - height, box.y, box.y + box.height, box.y + box.height - height]
      .filter((y) => y >= 0 && y + height <= stage.height)
      .map((y) => ({ x, y, width, height }))
    const free = places.find((place) => !taken.some((other) => overlaps(place, other)))
    const label = free ?? places[0] ?? { x, y: clamp(box.y, 0, Math.max(0, stage.height - height)), width, height }
    taken.push(label)
    return { key: `${detection.frame}-${detection.label}-${index}`, detection, text, box, label }
  })
}
