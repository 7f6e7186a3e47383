import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { convertBuiltIn } from '../packs/built-in.ts'
import { encodeOnnx } from './encode-onnx.ts'
import { importTensorFlow, type TensorFlowModel } from './import-tensorflow.ts'

const require = createRequire(import.meta.url)
const SIDE = 512
const CELLS = 128

/** Runs the built-in network in its original form. Returns maps of centres and of sizes, height × width × channels. */
async function original(pixels: Float32Array): Promise<{ keypoints: Float32Array; reach: Float32Array }> {
  setWasmPaths(path.join(path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm')), '/'))
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  setThreadsCount(1)
  await tf.setBackend('wasm')
  const folder = path.resolve(path.dirname(require.resolve('@vladmandic/human')), '../models')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own pinned dependency's file
  const file = JSON.parse(readFileSync(path.join(folder, 'centernet.json'), 'utf8')) as TensorFlowModel & {
    format: string
    signature: object
    weightsManifest: { weights: tf.io.WeightsManifestEntry[] }[]
  }
  const weights = readFileSync(path.join(folder, 'centernet.bin'))
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: file.modelTopology,
      format: file.format,
      signature: file.signature,
      weightSpecs: file.weightsManifest[0]?.weights ?? [],
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
    }),
  })
  const input = tf.tensor4d(pixels, [1, SIDE, SIDE, 3])
  const [keypoints, reach] = [model.execute({ 'tower_0/images': input }, ['tower_0/keypoints', 'tower_0/wh'])].flat()
  return {
    keypoints: Float32Array.from((await keypoints?.data()) ?? []),
    reach: Float32Array.from((await reach?.data()) ?? []),
  }
}

function largestDifference(ours: Float32Array, theirs: Float32Array, channels: number): number {
  let largest = 0
  for (let place = 0; place < CELLS * CELLS; place += 1)
    for (let channel = 0; channel < channels; channel += 1) {
      const mine = ours[channel * CELLS * CELLS + place]!
      largest = Math.max(largest, Math.abs(mine - theirs[place * channels + channel]!))
    }
  return largest
}

describe('a TensorFlow.js graph', () => {
  test('gives the same results in ONNX as in TensorFlow.js', { timeout: 120_000 }, async () => {
    const pixels = Float32Array.from({ length: SIDE * SIDE * 3 }, (_, index) => (index * 2_654_435_761) % 251)
    const theirs = await original(pixels)
    const planes = new Float32Array(pixels.length)
    for (let at = 0; at < pixels.length; at += 1) planes[(at % 3) * SIDE * SIDE + Math.floor(at / 3)] = pixels[at]!
    const session = await InferenceSession.create(await convertBuiltIn(), { logSeverityLevel: 3 })
    const ours = await session.run({ 'tower_0/images': new Tensor('float32', planes, [1, 3, SIDE, SIDE]) })
    const map = (name: string) => Float32Array.from(Array.from(ours[name]?.data ?? [], Number))
    expect(largestDifference(map('tower_0/keypoints'), theirs.keypoints, 80)).toBeLessThan(1e-4)
    // This difference is in pixels of the input.
    expect(largestDifference(map('tower_0/wh'), theirs.reach, 4)).toBeLessThan(0.05)
  })

  const tiny = (op: string, weights = new Uint8Array(8)) =>
    importTensorFlow(
      {
        modelTopology: {
          node: [
            {
              name: 'in',
              op: 'Placeholder',
              attr: { shape: { shape: { dim: ['1', '2', '2', '1'].map((size) => ({ size })) } } },
            },
            { name: 'out', op, input: ['in', 'half'] },
          ],
        },
        weightsManifest: [{ weights: [{ name: 'half', shape: [1, 2], dtype: 'float32' }] }],
      },
      weights,
      [{ name: 'out', dims: [1, 1, 2, 2] }],
    )

  test('reports an unknown operator', () => {
    expect(() => tiny('FancyOp')).toThrow('operator FancyOp is not supported (out)')
  })

  test('is refused if its weights are truncated', () => {
    expect(() => tiny('Mul', new Uint8Array(4))).toThrow('the weights end too early')
  })

  test('becomes a file that ONNX Runtime can load', async () => {
    const session = await InferenceSession.create(encodeOnnx(tiny('Relu')), { logSeverityLevel: 3 })
    const { out } = await session.run({ in: new Tensor('float32', [-1, 2, -3, 4], [1, 1, 2, 2]) })
    expect([...(out?.data ?? [])]).toEqual([0, 2, 0, 4])
  })
})
