import type { PackManifest } from '../packs/pack-manifest.ts'
import type { InputFrame } from './families/family.ts'

type Input = PackManifest['input']

/** What goes into a network: one picture at a time, in the same memory. */
export interface NetworkInput {
  /** Planes of the three colours in the network's order, row-major. */
  numbers: Float32Array
  /** Puts a picture in. @param pixels RGB, row-major, of the size that the frame covers */
  fill(pixels: Uint8Array, frame: InputFrame): void
}

/** What each of the 256 levels of a colour becomes, for the three colours of the input. */
function levelsOf(input: Input): Float32Array[] {
  return [0, 1, 2].map((plane) => {
    const mean = input.mean[plane] ?? 0
    const factor = 1 / (input.deviation[plane] ?? 1)
    return Float32Array.from({ length: 256 }, (_, level) => (level - mean) * factor)
  })
}

/** Makes room for the input of a network. */
export function createInput(input: Input): NetworkInput {
  const area = input.width * input.height
  const numbers = new Float32Array(3 * area)
  const planes = [0, 1, 2].map((plane) => numbers.subarray(plane * area, (plane + 1) * area))
  const levels = levelsOf(input)
  // The picture's colours in its own order, each with where it goes.
  const [red, green, blue] = input.colours === 'rgb' ? planes : planes.toReversed()
  const [redOf, greenOf, blueOf] = input.colours === 'rgb' ? levels : levels.toReversed()
  if (!red || !green || !blue || !redOf || !greenOf || !blueOf) throw new Error('a picture has three colours')
  return {
    numbers,
    fill(pixels, { side, covered }) {
      const expected = 3 * covered.width * covered.height
      if (pixels.length !== expected)
        throw new RangeError(`${pixels.length} bytes are not the colours of ${expected / 3} pixels`)
      if (input.fit !== 'stretch') {
        const { pad } = input.fit
        for (const [plane, values] of planes.entries()) values.fill(levels[plane]?.[pad] ?? 0)
      }
      for (let y = 0, from = 0; y < covered.height; y += 1) {
        const row = y * side.width
        for (let to = row; to < row + covered.width; to += 1, from += 3) {
          red[to] = redOf[pixels[from]!]!
          green[to] = greenOf[pixels[from + 1]!]!
          blue[to] = blueOf[pixels[from + 2]!]!
        }
      }
    },
  }
}
