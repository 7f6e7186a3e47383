import type { RgbImage } from '../decode/decoded-frame.ts'
import { pixelsOf } from '../regions/crop.ts'
import type { Box } from '../types.ts'

/** Colours and grey levels that are told apart: six hues at two levels, and eight levels of what has little colour. */
const HUES = 6
const LEVELS = 2
const GREYS = 8
const BINS = HUES * LEVELS + GREYS
/** The parts of a box that are compared apart, as shares of its height: the upper and the lower half of the clothes, without head and feet. */
const PARTS = [
  [0.16, 0.5],
  [0.5, 0.88],
] as const
/** The middle of a box, as a share of its width on each side. What is beside it belongs to the surroundings. */
const HALF_WIDTH = 0.28
/** Pixels of a part that are looked at, at most. */
const SAMPLES = 600
/** The saturation from which a pixel has a colour. Below it the weight passes to the grey levels. */
const COLOURED = 0.35

/** Half the width of what one pixel adds to, in bins. With narrower ones, another light changes the signature of a person as much as other clothes. */
const REACH = 2

/** The shares of a pixel that fall into the bins near its place (0–1). */
function sharesOf(at: number, count: number, isRound: boolean): Float64Array {
  const shares = new Float64Array(count)
  let sum = 0
  for (let bin = 0; bin < count; bin += 1) {
    const straight = Math.abs(at * count - 0.5 - bin)
    const distance = isRound ? Math.min(straight, count - straight) : straight
    shares[bin] = Math.max(0, 1 - distance / REACH)
    sum += shares[bin]!
  }
  return sum === 0 ? shares : shares.map((share) => share / sum)
}

/** The hue on the colour circle, 0–1. */
function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range === 0) return 0
  if (most === red) return (((green - blue) / range + 6) % 6) / 6
  return most === green ? ((blue - red) / range + 2) / 6 : ((red - green) / range + 4) / 6
}

function addPixel(bins: Float64Array, red: number, green: number, blue: number): void {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const level = most / 255
  // A dark pixel has no colour that can be relied on.
  const colour = Math.min(1, (most === 0 ? 0 : range / most / COLOURED) * Math.min(1, level * 3))
  const greys = sharesOf(level, GREYS, false)
  for (const [bin, share] of greys.entries())
    bins[HUES * LEVELS + bin] = bins[HUES * LEVELS + bin]! + share * (1 - colour)
  if (colour === 0) return
  const hues = sharesOf(hueOf(red, green, blue), HUES, true)
  for (const [row, share] of sharesOf(level, LEVELS, false).entries())
    for (const [hue, part] of hues.entries()) bins[row * HUES + hue] = bins[row * HUES + hue]! + share * part * colour
}

/**
 * What an object looks like in 40 bytes: histograms of the colours of its upper and its lower half. It is enough to tell people apart by their
 * clothes while they are at one place, and too little to know anybody by.
 */
export function lookSignatureOf(picture: RgbImage, box: Box): string {
  const out = new Uint8Array(PARTS.length * BINS)
  for (const [part, [from, to]] of PARTS.entries()) {
    const area = pixelsOf(
      {
        x: box.x + box.width * (0.5 - HALF_WIDTH),
        y: box.y + box.height * from,
        width: box.width * 2 * HALF_WIDTH,
        height: box.height * (to - from),
      },
      picture,
    )
    const bins = new Float64Array(BINS)
    const step = Math.max(1, Math.floor(Math.sqrt((area.width * area.height) / SAMPLES)))
    for (let y = area.top; y < area.top + area.height; y += step)
      for (let x = area.left; x < area.left + area.width; x += step) {
        const at = (y * picture.width + x) * 3
        addPixel(bins, picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!)
      }
    const total = bins.reduce((sum, value) => sum + value, 0) || 1
    for (const [bin, value] of bins.entries()) out[part * BINS + bin] = Math.round((value / total) * 255)
  }
  return Buffer.from(out).toString('base64')
}
