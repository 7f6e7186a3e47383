import type { RgbImage } from '../decode/decoded-frame.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import { binarise } from './binarise.ts'
import type { CharacterLine } from './character-lines.ts'
import { enlarge } from './enlarge.ts'
import { level } from './level.ts'
import { linesInMask } from './lines-in-mask.ts'

/** The characters that can be told apart on a picture of a plate. */
export interface CountedCharacters {
  count: number
  /** The mean height of the characters in pixels of the picture. It shows the available resolution. */
  height: number
  /** 0–1: share of the segmentations that give this number of characters. */
  agreement: number
}

/** Width to which a plate is scaled for counting: its characters are then some 45 pixels high. */
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
const ENOUGH = 7
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

/** Narrowest picture, in pixels, that can hold characters. */
const NARROWEST = 16

/** Counts the characters on a picture of a plate. @returns undefined when it has no line of characters */
export async function countCharacters(plate: RgbImage): Promise<CountedCharacters | undefined> {
  if (plate.width < NARROWEST || plate.height > plate.width) return undefined
  const scale = WIDTH / plate.width
  const heightAt = (width: number) => Math.max(1, Math.round((plate.height * width) / plate.width))
  const greys = await Promise.all(LOOKS.map((width) => enlarge(plate, width, heightAt(width))))
  let found = segment(greys)
  if (found !== undefined && Math.abs(found.line.slope) > LEVEL) {
    const { slope } = found.line
    found = segment(greys.map((grey) => level(grey, slope))) ?? found
  }
  if (found === undefined) return undefined
  const { characters, height } = found.line
  return { count: characters.length, height: height / scale, agreement: found.agreement }
}
