import type { PackManifest } from '../packs/pack-manifest.ts'
import type { InputFrame } from './families/family.ts'

type Input = PackManifest['input']

/** The input memory of a network, which is reused for each picture. */
export interface NetworkInput {
  /** The planes of the three colours, in the network's order of colours. Each plane is row-major. */
  numbers: Float32Array
  /** Writes a picture into `numbers`. @param pixels RGB, row-major, of the size `frame.covered` */
  fill(pixels: Uint8Array, frame: InputFrame): void
}

/** The part of the input for one colour. */
interface Plane {
  /** Row-major. */
  values: Float32Array
  /** The input value for each of the 256 levels of the colour. */
  levels: Float32Array
  /** The index of the colour in an RGB pixel. */
  colour: number
}

function planesOf(input: Input, numbers: Float32Array): Plane[] {
  const area = input.width * input.height
  return [0, 1, 2].map((place) => {
    const mean = input.mean[place] ?? 0
    const factor = 1 / (input.deviation[place] ?? 1)
    return {
      values: numbers.subarray(place * area, (place + 1) * area),
      levels: Float32Array.from({ length: 256 }, (_, level) => (level - mean) * factor),
      colour: input.colours === 'rgb' ? place : 2 - place,
    }
  })
}

function fillPlane({ values, levels, colour }: Plane, pixels: Uint8Array, { side, covered }: InputFrame): void {
  for (let y = 0, from = colour; y < covered.height; y += 1) {
    const row = y * side.width
    for (let to = row; to < row + covered.width; to += 1, from += 3) values[to] = levels[pixels[from]!]!
  }
}

/** Allocates the input of a network. */
export function createInput(input: Input): NetworkInput {
  const numbers = new Float32Array(3 * input.width * input.height)
  const planes = planesOf(input, numbers)
  return {
    numbers,
    fill(pixels, frame) {
      const expected = frame.covered.width * frame.covered.height
      if (pixels.length !== 3 * expected)
        throw new RangeError(`${pixels.length} bytes are not the colours of ${expected} pixels`)
      for (const plane of planes) {
        if (input.fit !== 'stretch') plane.values.fill(plane.levels[input.fit.pad] ?? 0)
        fillPlane(plane, pixels, frame)
      }
    },
  }
}
