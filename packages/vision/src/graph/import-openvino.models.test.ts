import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderScene } from '@winnow/testkit'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iou } from '../detect/boxes.ts'
import { detect, type Sighting } from '../detect/detector.ts'
import { detectorOf } from '../detect/network.ts'
import { loadOnnxNetwork } from '../detect/onnx-network.ts'
import { PUBLISHED_PACKS } from '../packs/catalogue.ts'
import { convertPersonVehicleBike, importPersonVehicleBike } from '../packs/person-vehicle-bike.ts'
import { encodeOnnx } from './encode-onnx.ts'

const MODELS = process.env['WINNOW_TEST_MODELS'] ?? path.resolve(import.meta.dirname, '../../../../../shared/models')
const IR = path.join(MODELS, 'pvb-2003-ir', 'person-vehicle-bike-detection-2003')

const SIDE = { width: 864, height: 480 }

const xml = () => readFileSync(`${IR}.xml`, 'utf8')
const bin = () => new Uint8Array(readFileSync(`${IR}.bin`))

async function run(model: Uint8Array, numbers: Float32Array): Promise<InferenceSession.OnnxValueMapType> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3, intraOpNumThreads: 1 })
  return session.run({ image: new Tensor('float32', numbers, [1, 3, SIDE.height, SIDE.width]) })
}

function floatsOf(answer: InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const data = answer[name]?.data
  if (!(data instanceof Float32Array)) throw new Error(`${name} is not of floats`)
  return data
}

/** Returns the absolute difference of each pair of numbers at the same index. */
const differences = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, at) => Math.abs(value - b[at]!))

test(
  'an OpenVINO network gives the same results as after conversion by another program',
  { timeout: 60_000 },
  async () => {
    // The picture is not uniform, so that wrong weights, paddings or sizes change the results.
    const numbers = Float32Array.from({ length: 3 * SIDE.width * SIDE.height }, (_, at) => (at * 2_654_435_761) % 251)
    const ours = await run(encodeOnnx(importPersonVehicleBike(xml(), bin())), numbers)
    const theirs = await run(new Uint8Array(readFileSync(path.join(MODELS, 'pvb-2003.onnx'))), numbers)
    expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted())
    for (const name of Object.keys(theirs)) {
      const [mine, other] = [floatsOf(ours, name), floatsOf(theirs, name)]
      expect(mine.length).toBe(other.length)
      expect(Math.max(...differences(mine, other))).toBeLessThan(1e-3)
    }
  },
)

test(
  'an OpenVINO network in integers detects the same objects with about the same scores as in floats',
  { timeout: 60_000 },
  async () => {
    const { manifest } = PUBLISHED_PACKS.find(({ manifest: { id } }) => id === 'pvb-2003')!
    const look = async (model: Uint8Array): Promise<Sighting[]> => {
      const { sightings } = await detect(detectorOf(await loadOnnxNetwork(manifest, model)), picture)
      return sightings.filter(({ score }) => score > 0.3).toSorted((a, b) => b.score - a.score)
    }
    const [frame] = await renderScene({ kind: 'person-walking', seed: 2, camera: 2, frames: 1 })
    const { data, info } = await sharp(frame!.jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const picture = { width: info.width, height: info.height, data }
    const floats = await look(encodeOnnx(importPersonVehicleBike(xml(), bin())))
    const whole = await look(convertPersonVehicleBike(xml(), bin()))
    expect(floats[0]?.class).toBe('person')
    expect(whole.map((one) => one.class)).toEqual(floats.map((one) => one.class))
    for (const [at, { score, box }] of whole.entries()) {
      expect(Math.abs(score - floats[at]!.score)).toBeLessThan(0.05)
      expect(iou(box, floats[at]!.box)).toBeGreaterThan(0.9)
    }
  },
)
