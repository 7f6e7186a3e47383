import type { RgbImage } from '../decode/decoded-frame.ts'
import { pixelsOf } from '../regions/crop.ts'
import type { Box, ColourName } from '../types.ts'

/** Pixels that are looked at, at most. */
const SAMPLES = 400
/** The least sides of an area whose colour can be told, in pixels. */
const LEAST = { width: 4, height: 4 }
/** The share of the pixels that must have a colour, so that the area has it. */
const SHARE = 0.34
/** The saturation and the level (0–1) below which a pixel is a grey, and the levels at which greys end. */
const GREY = { saturation: 0.22, dark: 0.2, black: 0.24, white: 0.7 }

/** The upper ends of hues on the colour circle (0–360), in order. */
const HUES: readonly (readonly [number, ColourName])[] = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [170, 'green'],
  [258, 'blue'],
  [292, 'purple'],
  [338, 'pink'],
  [360, 'red'],
]

/** The hue on the colour circle, 0–360. */
function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (most === red) return (((green - blue) / range + 6) % 6) * 60
  return most === green ? ((blue - red) / range + 2) * 60 : ((red - green) / range + 4) * 60
}

/** The name of a pixel's colour. */
export function colourOf(red: number, green: number, blue: number): ColourName {
  const most = Math.max(red, green, blue)
  const [level, saturation] = [most / 255, most === 0 ? 0 : (most - Math.min(red, green, blue)) / most]
  if (level < GREY.dark) return 'black'
  if (saturation < GREY.saturation) return level < GREY.black ? 'black' : level > GREY.white ? 'white' : 'grey'
  const hue = hueOf(red, green, blue)
  const name = HUES.find(([end]) => hue < end)?.[1] ?? 'red'
  // Brown is a dark orange.
  if ((name === 'orange' || name === 'red') && hue > 5 && hue < 60 && level < 0.6) return 'brown'
  // Pink is a pale red.
  return name === 'red' && level > 0.75 && saturation < 0.5 ? 'pink' : name
}

/** The colour that most of an area has. Null if the area is too small, or has no colour that prevails. */
export function nameColour(picture: RgbImage, area: Box): ColourName | null {
  const { left, top, width, height } = pixelsOf(area, picture)
  if (width < LEAST.width || height < LEAST.height) return null
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / SAMPLES)))
  const counts = new Map<ColourName, number>()
  let all = 0
  for (let y = top; y < top + height; y += step)
    for (let x = left; x < left + width; x += step) {
      const at = (y * picture.width + x) * 3
      const name = colourOf(picture.data[at] ?? 0, picture.data[at + 1] ?? 0, picture.data[at + 2] ?? 0)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      all += 1
    }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best !== undefined && best[1] >= SHARE * all ? best[0] : null
}
