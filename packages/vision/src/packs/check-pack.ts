import { readFile } from 'node:fs/promises'
import { decodeMedia } from '../decode/decode-media.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { detect, type Detector, type Sighting } from '../detect/detector.ts'
import { detectorOf } from '../detect/network.ts'
import { loadOnnxNetwork } from '../detect/onnx-network.ts'
import { loadBuiltIn } from './built-in.ts'
import { PackRefused, type InstalledPack } from './pack-store.ts'

/** The result of a pack on one picture. */
export interface PackCheck {
  /** The sightings, the best first. */
  sightings: Sighting[]
  /** The duration of one run of the network in milliseconds. Not measured on the first run. */
  inferenceMs: number
  /** The same duration including scaling the picture and decoding the output. */
  totalMs: number
}

const GREY: RgbImage = { width: 640, height: 360, data: new Uint8Array(640 * 360 * 3).fill(127) }
const RUNS = 10

async function readPicture(file: string): Promise<RgbImage> {
  const bytes = new Uint8Array(
    await readFile(file).catch(() => {
      throw new PackRefused(`${file} cannot be read`)
    }),
  )
  const { frames, problems } = await decodeMedia([{ id: file, bytes }], Infinity)
  const [frame] = frames
  if (frame === undefined)
    throw new PackRefused(`${file} is no picture (${problems.map(({ code }) => code).join(', ')})`)
  return frame.rgb
}

async function measure(detector: Detector, picture: RgbImage): Promise<PackCheck> {
  await detect(detector, picture)
  const began = performance.now()
  let inference = 0
  let sightings: Sighting[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const seen = await detect(detector, picture)
    inference += seen.inferenceMs
    sightings = seen.sightings
  }
  return { sightings, inferenceMs: inference / RUNS, totalMs: (performance.now() - began) / RUNS }
}

/**
 * Loads a pack, or the built-in detector, and runs it on a picture. Without a picture it runs on a grey one.
 * @throws PackRefused with the fault of the pack
 */
export async function checkPack(pack: InstalledPack | 'builtin', pictureFile?: string): Promise<PackCheck> {
  const picture = pictureFile === undefined ? GREY : await readPicture(pictureFile)
  try {
    const network = await (pack === 'builtin' ? loadBuiltIn() : loadOnnxNetwork(pack.manifest, pack.model))
    return await measure(detectorOf(network), picture)
  } catch (error) {
    if (pack === 'builtin') throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new PackRefused(`${pack.manifest.id} does not work as ${pack.manifest.family.kind}: ${why}`, { cause: error })
  }
}
