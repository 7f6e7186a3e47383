import type { RgbImage } from '../decode/decoded-frame.ts'
import { boxWithin } from '../detect/boxes.ts'
import { suppress } from '../detect/suppress.ts'
import { toGrey } from '../motion/grey-image.ts'
import type { Box } from '../types.ts'
import { binarise } from './binarise.ts'
import type { CharacterLine } from './character-lines.ts'
import { linesInMask } from './lines-in-mask.ts'

/** A candidate region for a plate, in 0–1 coordinates of the input picture. */
export interface PlateRegion {
  box: Box
  /** 0–1. */
  score: number
}

/** Widths in pixels at which a vehicle is searched. The second is used only when the first gives no result. */
const WIDTHS = [640, 1280] as const
/** Largest ratio of height to width of a box that is searched. Higher boxes hold no vehicle and would cost as much as ten. */
const TALLEST = 3
/** Largest enlargement factor. More gives no further detail. */
const ENLARGED = 2
/** Heights of characters in pixels at those widths: from a lorry's plate to one that fills half of a car's front. */
const LOWEST = 12
const HIGHEST = 60
/** Side of the neighbourhood for the binarisation, in pixels. */
const WINDOW = 36
const LEAST_REGULAR = 0.6
/** Number of characters above which further characters do not raise the score. */
const ENOUGH = 7
/** Margin around the characters, in character heights: for the plate's edges and for a missed character. */
const ROOM = { beside: 0.7, above: 0.3 }
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
 * Finds candidate regions for plates on a picture of a vehicle: aligned blobs of equal height, spaced like characters. The best comes
 * first.
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
