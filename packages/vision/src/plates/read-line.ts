import type { RgbImage } from '../decode/decoded-frame.ts'
import { agree, type Agreed } from './agree.ts'
import { enlarge } from './enlarge.ts'
import { LINE_HEIGHT, WIDEST_LINE, type LineReader } from './line-reader.ts'

/**
 * The factors by which the plate is widened for the reader. A network for printed text reads the narrow letters of plates better when they
 * are widened, and makes other errors at each width.
 */
const STRETCHES = [1.2, 1.4, 1.6] as const
const NARROWEST = 32

/** Reads a plate at several widths and returns the text agreed on. */
export async function readLine(plate: RgbImage, reader: LineReader, order?: number): Promise<Agreed> {
  const readings = []
  for (const stretch of STRETCHES) {
    const wide = Math.round((LINE_HEIGHT * stretch * plate.width) / plate.height)
    const width = Math.min(WIDEST_LINE, Math.max(NARROWEST, wide))
    const read = await reader.read(await enlarge(plate, width, LINE_HEIGHT), order)
    readings.push({
      text: read.map(({ character }) => character).join(''),
      confidences: read.map(({ confidence }) => confidence),
    })
  }
  return agree(readings)
}
