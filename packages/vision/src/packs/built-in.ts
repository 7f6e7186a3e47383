import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Network } from '../detect/network.ts'
import { loadOnnxNetwork, type NetworkDescription } from '../detect/onnx-network.ts'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import { importTensorFlow, type TensorFlowModel } from '../graph/import-tensorflow.ts'

const KEYPOINTS = 'tower_0/keypoints'
const REACH = 'tower_0/wh'
const SIDE = 512

/** The built-in detector: CenterNet on MobileNetV3, trained on COCO, from the package `@vladmandic/human`. */
const BUILT_IN: NetworkDescription = {
  id: 'centernet',
  version: '2',
  looks: 'parts',
  input: {
    name: 'tower_0/images',
    width: SIDE,
    height: SIDE,
    colours: 'rgb',
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    fit: 'stretch',
  },
  family: { kind: 'centernet', keypoints: KEYPOINTS, reach: REACH },
  labels: 'coco-80',
  classes: {},
  // Detections with a lower score are noise. With a floor of 0.1, the network reports 20 objects in an empty yard.
  floor: 0.12,
  suppressAt: 0.4,
}

/** The built-in detector's network as ONNX, made from the TensorFlow.js graph of the package in about a tenth of a second. */
export async function convertBuiltIn(): Promise<Uint8Array> {
  const require = createRequire(import.meta.url)
  const folder = path.resolve(path.dirname(require.resolve('@vladmandic/human')), '../models')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own pinned dependency's file; a wrong one fails to load
  const model = JSON.parse(await readFile(path.join(folder, 'centernet.json'), 'utf8')) as TensorFlowModel
  const weights = new Uint8Array(await readFile(path.join(folder, 'centernet.bin')))
  const cells = SIDE / 4
  const graph = importTensorFlow(model, weights, [
    { name: KEYPOINTS, dims: [1, 80, cells, cells] },
    { name: REACH, dims: [1, 4, cells, cells] },
  ])
  return encodeOnnx(graph)
}

/** Loads the built-in detector's network. */
export async function loadBuiltIn(): Promise<Network> {
  return loadOnnxNetwork(BUILT_IN, await convertBuiltIn())
}
