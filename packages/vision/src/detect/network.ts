import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { PackManifest } from '../packs/pack-manifest.ts'
import { pixelsOf } from '../regions/crop.ts'
import type { Box } from '../types.ts'
import type { Detector, Seen } from './detector.ts'
import type { InputFrame } from './families/family.ts'

/** A network's description and its input. */
export type NetworkFacts = Pick<PackManifest, 'id' | 'version' | 'looks' | 'input'> & Pick<Detector, 'sees'>

/** A loaded network, in this thread or in another. */
export interface Network extends NetworkFacts {
  /**
   * Runs the network on a picture. Only one look runs at a time.
   * @param pixels RGB, row-major, of the size `frame.covered`
   * @param order if the network is in a separate thread, the waiting look with the lowest order runs first (default 0); if it is in this
   * thread, looks run in the order of their requests
   */
  look(pixels: Uint8Array, frame: InputFrame, order?: number): Promise<Seen>
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

/** Returns the part of the input that a picture covers after scaling. */
function frameOf(picture: { width: number; height: number }, input: NetworkFacts['input']): InputFrame {
  const side = { width: input.width, height: input.height }
  if (input.fit === 'stretch') return { side, covered: side }
  const scale = Math.min(side.width / picture.width, side.height / picture.height)
  const fitted = (length: number) => Math.max(1, Math.round(length * scale))
  return { side, covered: { width: fitted(picture.width), height: fitted(picture.height) } }
}

/** Creates a detector from a network. The detector scales pictures to the network's input. */
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
