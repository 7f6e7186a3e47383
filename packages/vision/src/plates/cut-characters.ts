import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Blob } from '../motion/blobs.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import { binarise } from './binarise.ts'
import type { CharacterLine } from './character-lines.ts'
import { enlarge } from './enlarge.ts'
import { level } from './level.ts'
import { linesInMask } from './lines-in-mask.ts'

/** The characters of a plate, ready to be read. */
export interface CutCharacters {
  /** The levelled line of characters, always dark on white, without anything except the characters. */
  image: GreyImage
  /** The x coordinate of each character's centre in `image`, from left to right, in pixels. */
  centres: number[]
  /** The mean height of the characters in `image`, in pixels. */
  height: number
  /** The mean height of the characters in the original picture, in pixels. It shows the available resolution. */
  seenHeight: number
  /** 0–1: share of the segmentations that give this number of characters. */
  agreement: number
}

/** Width to which a plate is scaled for reading: its characters are then some 45 pixels high. */
const WIDTH = 320
/** Widths at which characters are segmented. Characters that touch in one size may be separate in the other. */
const LOOKS = [WIDTH, 200] as const
/** Heights of characters, as shares of the picture's width in LOOKS. */
const LOWEST = 0.0625
const HIGHEST = 0.3
/** Sides of the neighbourhoods for the binarisation, as shares of the picture's width in LOOKS. */
const WINDOWS = [0.12, 0.18, 0.24, 0.33] as const
/** Lines with a smaller slope are not levelled. */
const LEVEL = 0.012
/** Width of a character's soft edge, in pixels. */
const EDGE = 2
/** Margin around the line, in character heights. */
const MARGIN = 0.5
const ENOUGH = 7
/** Share of a line's pixels that is certainly ink, and the same for paper: strokes cover a quarter to a half of the line. */
const CERTAIN = 0.1

interface Segmented {
  line: CharacterLine
  ink: 'dark' | 'light'
  /** 0–1: share of the segmentations that show this number of characters. */
  agreement: number
}

function scaled(line: CharacterLine, scale: number): CharacterLine {
  const characters = line.characters.map(({ left, top, right, bottom, pixels }) => ({
    left: Math.round(left * scale),
    top: Math.round(top * scale),
    right: Math.round(right * scale),
    bottom: Math.round(bottom * scale),
    pixels: pixels * scale * scale,
  }))
  return { ...line, characters, height: line.height * scale }
}

/** Chooses the number of characters that most segmentations agree on, and returns the most regular segmentation with that number. */
function choose(all: readonly Omit<Segmented, 'agreement'>[]): Segmented | undefined {
  const groups = [...Map.groupBy(all, ({ line, ink }) => `${ink} ${line.characters.length}`).values()]
  const weightOf = (group: typeof all) =>
    group.reduce((sum, { line }) => sum + line.regularity * Math.min(line.characters.length, ENOUGH), 0)
  const [best] = groups.toSorted((a, b) => weightOf(b) - weightOf(a))
  const [first] = best?.toSorted((a, b) => b.line.regularity - a.line.regularity) ?? []
  if (best === undefined || first === undefined) return undefined
  return { ...first, agreement: best.length / (LOOKS.length * WINDOWS.length) }
}

/** @param greys the same picture at the widths of LOOKS */
function segment(greys: readonly GreyImage[]): Segmented | undefined {
  const all = greys.flatMap((grey) =>
    WINDOWS.flatMap((window) => {
      const strokes = binarise(grey, window * grey.width)
      return (['dark', 'light'] as const).flatMap((ink) => {
        const [line] = linesInMask(strokes[ink], grey.width, LOWEST * grey.width, HIGHEST * grey.width)
        return line === undefined ? [] : [{ line: scaled(line, WIDTH / grey.width), ink }]
      })
    }),
  )
  return choose(all)
}

/** Grey levels of the strokes and of the gaps between them, within the characters' boxes. */
function levelsOf(grey: GreyImage, { line, ink }: Segmented): { ink: number; paper: number } {
  const values: number[] = []
  for (const { left, top, right, bottom } of line.characters) {
    for (let y = top; y < Math.min(bottom, grey.height); y += 1)
      values.push(...grey.data.subarray(y * grey.width + left, y * grey.width + Math.min(right, grey.width)))
  }
  values.sort((a, b) => a - b)
  const low = values[Math.floor(CERTAIN * values.length)] ?? 0
  const high = values[Math.floor((1 - CERTAIN) * values.length)] ?? 255
  return ink === 'dark' ? { ink: low, paper: high } : { ink: high, paper: low }
}

/** Copies a character and its soft edge, converted to dark on white. */
function copy(
  from: GreyImage,
  to: GreyImage,
  { left, top, right, bottom }: Blob,
  shift: { x: number; y: number },
  { ink, paper }: { ink: number; paper: number },
): void {
  const scale = paper === ink ? 0 : 255 / (paper - ink)
  for (let y = Math.max(0, top - EDGE); y < Math.min(from.height, bottom + EDGE); y += 1) {
    for (let x = Math.max(0, left - EDGE); x < Math.min(from.width, right + EDGE); x += 1) {
      const at = (y + shift.y) * to.width + x + shift.x
      const value = Math.min(255, Math.max(0, (from.data[y * from.width + x]! - ink) * scale))
      to.data[at] = Math.min(to.data[at]!, value)
    }
  }
}

/** Narrowest picture, in pixels, that can hold characters. */
const NARROWEST = 16

/** Cuts the characters out of a picture of a plate. @returns undefined when the picture has no line of characters */
export async function cutCharacters(plate: RgbImage): Promise<CutCharacters | undefined> {
  if (plate.width < NARROWEST || plate.height > plate.width) return undefined
  const scale = WIDTH / plate.width
  const heightAt = (width: number) => Math.max(1, Math.round((plate.height * width) / plate.width))
  let greys = await Promise.all(LOOKS.map((width) => enlarge(plate, width, heightAt(width))))
  let found = segment(greys)
  if (found !== undefined && Math.abs(found.line.slope) > LEVEL) {
    const { slope } = found.line
    const levelled = greys.map((grey) => level(grey, slope))
    const again = segment(levelled)
    if (again !== undefined) [greys, found] = [levelled, again]
  }
  const [grey] = greys
  if (found === undefined || grey === undefined) return undefined
  const { characters, height } = found.line
  const left = Math.min(...characters.map((one) => one.left))
  const top = Math.min(...characters.map((one) => one.top))
  const right = Math.max(...characters.map((one) => one.right))
  const bottom = Math.max(...characters.map((one) => one.bottom))
  const margin = Math.max(EDGE, Math.round(MARGIN * height))
  const size = { width: right - left + 2 * margin, height: bottom - top + 2 * margin }
  const image: GreyImage = { ...size, data: new Float32Array(size.width * size.height).fill(255) }
  const shift = { x: margin - left, y: margin - top }
  const levels = levelsOf(grey, found)
  for (const character of characters) copy(grey, image, character, shift, levels)
  const centres = characters.map((one) => (one.left + one.right) / 2 + shift.x)
  return { image, centres, height, seenHeight: height / scale, agreement: found.agreement }
}
