import sharp from 'sharp'
import type { GreyImage } from '../motion/grey-image.ts'
import type { CutCharacters } from './cut-characters.ts'
import type { LineReader, ReadCharacter } from './line-reader.ts'

/** A character that several readings of one picture agree on. */
export interface AgreedCharacter {
  character: string
  /** 0–1: its share of the weight of everything that was read in its place. */
  confidence: number
}

/**
 * The forms in which the reader gets the line: height of its characters in pixels, and the factor by which they are widened. A network
 * for printed text reads the narrow letters of plates better when they are widened, and makes other errors at each size.
 */
const SHOWN = [
  { height: 20, stretch: 1.2 },
  { height: 24, stretch: 1.2 },
  { height: 28, stretch: 1 },
  { height: 32, stretch: 1 },
  { height: 36, stretch: 1.2 },
] as const
/** Weight of a reading that has no character in a place. */
const NOTHING = 0.5

async function show(image: GreyImage, across: number, down: number): Promise<GreyImage> {
  const { data, info } = await sharp(Uint8Array.from(image.data), {
    raw: { width: image.width, height: image.height, channels: 1 },
  })
    .resize(Math.round(image.width * across), Math.round(image.height * down), { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Float32Array.from(data) }
}

/** Returns the character of one reading in each place. Of several characters in one place, takes the one with the highest confidence. */
function inPlaces(read: readonly ReadCharacter[], centres: readonly number[]): (ReadCharacter | undefined)[] {
  const places = centres.map((): ReadCharacter | undefined => undefined)
  for (const one of read) {
    const distances = centres.map((centre) => Math.abs(centre - one.x))
    const at = distances.indexOf(Math.min(...distances))
    const there = places[at]
    if (there === undefined || there.confidence < one.confidence) places[at] = one
  }
  return places
}

/** Returns the character that most readings have in a place, or undefined if most have no character there. */
function agree(readings: readonly (ReadCharacter | undefined)[]): AgreedCharacter | undefined {
  const weights = new Map<string, number>()
  for (const one of readings) {
    const character = one?.character ?? ''
    weights.set(character, (weights.get(character) ?? 0) + (one?.confidence ?? NOTHING))
  }
  const [best] = [...weights].toSorted((a, b) => b[1] - a[1])
  if (best === undefined || best[0] === '') return undefined
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return { character: best[0], confidence: total === 0 ? 0 : best[1] / total }
}

/** Reads a line of characters at several sizes and returns the character agreed on in each place. */
export async function readLine(
  { image, centres, height }: CutCharacters,
  reader: LineReader,
): Promise<AgreedCharacter[]> {
  const readings: (ReadCharacter | undefined)[][] = []
  for (const shown of SHOWN) {
    const down = shown.height / height
    const across = down * shown.stretch
    const read = await reader.read(await show(image, across, down))
    readings.push(
      inPlaces(
        read,
        centres.map((centre) => centre * across),
      ),
    )
  }
  return centres.flatMap((_, place) => agree(readings.map((one) => one[place])) ?? [])
}
