import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'
import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { boxWithin } from './boxes.ts'
import { cocoClass } from './coco-classes.ts'
import type { Detector, Seen, Sighting } from './detector.ts'
import { suppress } from './suppress.ts'

const SIDE = 512
/** Below this the model's answers are noise: at 0.1 it sees 20 things in an empty yard. */
const FLOOR = 0.12
const SUPPRESS_IOU = 0.4
const INPUT = 'tower_0/images'
const OUTPUT = 'tower_0/detections'

const require = createRequire(import.meta.url)

interface ModelFile {
  modelTopology: object
  format: string
  signature: object
  weightsManifest: { weights: tf.io.WeightsManifestEntry[] }[]
}

async function startBackend(): Promise<void> {
  setWasmPaths(path.join(path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm')), '/'))
  // One thread a child: the pool has as many children as there are processors to use.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  setThreadsCount(1)
  if (!(await tf.setBackend('wasm'))) throw new Error('The WebAssembly backend does not start on this machine.')
  await tf.ready()
}

async function loadModel() {
  const folder = path.resolve(path.dirname(require.resolve('@vladmandic/human')), '../models')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own pinned dependency's file; a wrong one fails to load
  const file = JSON.parse(await readFile(path.join(folder, 'centernet.json'), 'utf8')) as ModelFile
  const weights = await readFile(path.join(folder, 'centernet.bin'))
  const specs = file.weightsManifest[0]?.weights ?? []
  const weightData = weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length)
  return loadGraphModel({
    load: async () => ({
      modelTopology: file.modelTopology,
      format: file.format,
      signature: file.signature,
      weightSpecs: specs,
      weightData,
    }),
  })
}

/** Rows of x1, y1, x2, y2 (in pixels of the input), score, COCO class. */
function decodeRows(rows: ArrayLike<number>): Sighting[] {
  const sightings: Sighting[] = []
  for (let row = 0; row + 5 < rows.length; row += 6) {
    const [left = 0, top = 0, right = 0, bottom = 0, score = 0, index = -1] = Array.from(
      { length: 6 },
      (_, column) => rows[row + column],
    )
    if (!(score >= FLOOR)) continue
    const box = boxWithin(left / SIDE, top / SIDE, right / SIDE, bottom / SIDE)
    if (box !== undefined) sightings.push({ ...cocoClass(Math.round(index)), score, box })
  }
  return suppress(sightings, SUPPRESS_IOU)
}

/**
 * The built-in detector: CenterNet on MobileNetV3, trained on COCO, from the package `@vladmandic/human`, on TensorFlow.js's
 * WebAssembly backend. The picture is stretched to 512 × 512.
 */
export async function loadCenterNet(): Promise<Detector> {
  await startBackend()
  const model = await loadModel()
  const detect = async (picture: RgbImage): Promise<Seen> => {
    const pixels = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
      .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer()
    const input = tf.tensor4d(Float32Array.from(pixels), [1, SIDE, SIDE, 3])
    const began = performance.now()
    const outputs = [model.execute({ [INPUT]: input }, OUTPUT)].flat()
    try {
      const rows = await outputs[0]?.data()
      const inferenceMs = performance.now() - began
      return { sightings: decodeRows(rows ?? []), inferenceMs }
    } finally {
      tf.dispose([input, ...outputs])
    }
  }
  return { id: 'centernet', version: '1', detect }
}
