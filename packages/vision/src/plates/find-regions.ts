import type { RgbImage } from '../decode/decoded-frame.ts'
import { boxWithin } from '../detect/boxes.ts'
import { suppress } from '../detect/suppress.ts'
import { toGrey } from '../motion/grey-image.ts'
import type { Box } from '../types.ts'
import { binarise } from './binarise.ts'
import type { CharacterLine } from './character-lines.ts'
import { linesInMask } from './lines-in-mask.ts'

/** Where a plate may be, in 0–1 coordinates of the picture that was given. */
export interface PlateRegion {
  box: Box
  /** 0–1. */
  score: number
}

/** Widths in pixels at which a vehicle is searched; the second one only when the first shows nothing. */
const WIDTHS = [640, 1280] as const
/** Boxes that are higher than this many times their width hold no vehicle, but would cost as much as ten. */
const TALLEST = 3
/** Enlarged further a vehicle shows nothing more. */
const ENLARGED = 2
/** Heights of characters in pixels at those widths: of a lorry's plate to one that fills half of a car's front. */
const LOWEST = 12
const HIGHEST = 60
/** Side of the neighbourhood that ink is told from paper in. */
const WINDOW = 36
const LEAST_REGULAR = 0.6
/** Characters from which more do not make a plate likelier. */
const ENOUGH = 7
/** Room that is left round the characters, in their heights: for the plate's own edges and a character that was missed. */
const ROOM = { beside: 1.2, above: 0.5 }
const SAME_PLACE = 0.3

function scoreOf(line: CharacterLine): number {
  return (Math.min(line.characters.length, ENOUGH) / ENOUGH) * line.regularity
}

function regionOf(line: CharacterLine, width: number, height: number): PlateRegion | undefined {
  const beside = ROOM.beside * line.height
  const above = ROOM.above * line.height
  const box = boxWithin(
    (Math.min(...line.characters.map((one) => one.left)) - beside) / width,
    (Math.min(...line.characters.map((one) => one.top)) - above) / height,
    (Math.max(...line.characters.map((one) => one.right)) + beside) / width,
    (Math.max(...line.characters.map((one) => one.bottom)) + above) / height,
  )
  return box === undefined ? undefined : { box, score: scoreOf(line) }
}

async function searchAt(width: number, vehicle: RgbImage): Promise<PlateRegion[]> {
  const height = Math.max(1, Math.round((width * vehicle.height) / vehicle.width))
  const grey = await toGrey(vehicle, { width, height })
  const { dark, light } = binarise(grey, WINDOW)
  return [dark, light].flatMap((mask) =>
    linesInMask(mask, width, LOWEST, HIGHEST)
      .filter((line) => line.regularity >= LEAST_REGULAR)
      .flatMap((line) => regionOf(line, width, height) ?? []),
  )
}

/**
 * Finds where plates may be on a picture of a vehicle: where things stand in line that are as high as each other and as apart as
 * characters are. The best comes first.
 */
export async function findRegions(vehicle: RgbImage): Promise<PlateRegion[]> {
  if (vehicle.height > TALLEST * vehicle.width) return []
  for (const width of WIDTHS) {
    if (width > vehicle.width * ENLARGED && width > WIDTHS[0]) break
    const found = (await searchAt(width, vehicle)).map((region) => ({ ...region, class: 'plate' }))
    if (found.length > 0) return suppress(found, SAME_PLACE).map(({ box, score }) => ({ box, score }))
  }
  return []
}
