import { readFileSync } from 'node:fs'
import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { convertPersonVehicleBike } from '../packs/person-vehicle-bike.ts'

const MODELS = process.env['WINNOW_TEST_MODELS'] ?? path.resolve(import.meta.dirname, '../../../../../shared/models')
const IR = path.join(MODELS, 'pvb-2003-ir', 'person-vehicle-bike-detection-2003')

async function run(model: Uint8Array): Promise<InferenceSession.OnnxValueMapType> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3, intraOpNumThreads: 1 })
  // Not a flat picture: each place must tell whether weights, paddings and sizes are right.
  const numbers = Float32Array.from({ length: 3 * 480 * 864 }, (_, index) => (index * 2_654_435_761) % 251)
  return session.run({ image: new Tensor('float32', numbers, [1, 3, 480, 864]) })
}

test('a network of OpenVINO answers as the conversion by another program does', { timeout: 60_000 }, async () => {
  const xml = readFileSync(`${IR}.xml`, 'utf8')
  const ours = await run(convertPersonVehicleBike(xml, new Uint8Array(readFileSync(`${IR}.bin`))))
  const theirs = await run(new Uint8Array(readFileSync(path.join(MODELS, 'pvb-2003.onnx'))))
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted())
  for (const [name, { data }] of Object.entries(theirs)) {
    const mine = ours[name]?.data
    if (!(data instanceof Float32Array) || !(mine instanceof Float32Array)) throw new Error(`${name} is not of floats`)
    expect(mine.length).toBe(data.length)
    const difference = data.reduce((largest, value, index) => Math.max(largest, Math.abs(value - mine[index]!)), 0)
    expect(difference).toBeLessThan(1e-3)
  }
})
