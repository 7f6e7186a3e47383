import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { PackManifest } from '../packs/pack-manifest.ts'
import { pixelsOf } from '../regions/crop.ts'
import type { Box } from '../types.ts'
import type { Detector, Seen } from './detector.ts'
import type { InputFrame } from './families/family.ts'

/** What a network is, and what goes into it. */
export type NetworkFacts = Pick<PackManifest, 'id' | 'version' | 'looks' | 'input'> & Pick<Detector, 'sees'>

/** A network at work, in this thread or in another. */
export interface Network extends NetworkFacts {
  /**
   * Takes a look at a time.
   * @param pixels RGB, row-major, of the size that `frame` covers
   * @param order of looks that wait for a thread of their own, the one with the lowest is taken first (default 0); in this one, they
   *   are taken as they were asked for
   */
  look(pixels: Uint8Array, frame: InputFrame, order?: number): Promise<Seen>
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

/** Where a picture comes to lie in the input. */
function frameOf(picture: { width: number; height: number }, input: NetworkFacts['input']): InputFrame {
  const side = { width: input.width, height: input.height }
  if (input.fit === 'stretch') return { side, covered: side }
  const scale = Math.min(side.width / picture.width, side.height / picture.height)
  const fitted = (length: number) => Math.max(1, Math.round(length * scale))
  return { side, covered: { width: fitted(picture.width), height: fitted(picture.height) } }
}

/** A network with what scales pictures to its input. */
export function detectorOf(network: Network): Detector {
  const prepare = async (picture: RgbImage, region?: Box) => {
    const area = pixelsOf(region ?? WHOLE, picture)
    const frame = frameOf(area, network.input)
    const { width, height } = frame.covered
    const pixels = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
      .extract(area)
      .resize(width, height, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer()
    return (order?: number) => network.look(pixels, frame, order)
  }
  return { id: network.id, version: network.version, looks: network.looks, sees: network.sees, prepare }
}
