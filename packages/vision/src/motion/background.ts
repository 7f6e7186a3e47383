import { setImmediate as afterOthers } from 'node:timers/promises'
import type { GreyImage } from './grey-image.ts'

/** The number of pixels processed before other work of the thread may run. */
const STEP = 16_384

/**
 * Returns the scene without moving objects: the median of each pixel over the frames. Needs at least three frames. Other work of the thread
 * may run between steps.
 */
export async function medianOf(images: readonly GreyImage[]): Promise<GreyImage> {
  const first = images[0]
  if (first === undefined) throw new RangeError('The median of no picture')
  const out = new Float32Array(first.data.length)
  const planes = images.map((image) => image.data)
  for (let from = 0; from < out.length; from += STEP) {
    fillMedian(out, planes, { from, to: Math.min(out.length, from + STEP) })
    await afterOthers()
  }
  return { width: first.width, height: first.height, data: out }
}

function fillMedian(
  out: Float32Array,
  planes: readonly Float32Array[],
  { from, to }: { from: number; to: number },
): void {
  const [one, two, three] = planes
  if (planes.length === 3 && one && two && three) {
    // Three frames are the most common case. It needs no inner loop per pixel.
    for (let index = from; index < to; index += 1) {
      const a = one[index]!
      const b = two[index]!
      out[index] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), three[index]!))
    }
    return
  }
  const count = planes.length
  const values = new Float32Array(count)
  const middle = count >> 1
  for (let index = from; index < to; index += 1) {
    // For the few frames of an alarm, insertion sort is ten times as fast as calling a sort function for each pixel.
    for (let position = 0; position < count; position += 1) {
      const value = planes[position]![index]!
      let slot = position
      while (slot > 0 && values[slot - 1]! > value) {
        values[slot] = values[slot - 1]!
        slot -= 1
      }
      values[slot] = value
    }
    out[index] = count % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2
  }
}
