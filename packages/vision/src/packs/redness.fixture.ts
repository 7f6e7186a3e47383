import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import { int, ints, type OnnxGraph } from '../graph/onnx-graph.ts'
import { checksumOf } from './checksum.ts'

const SIDE = 32

export const REDNESS_INPUT = {
  name: 'images',
  width: SIDE,
  height: SIDE,
  colours: 'rgb',
  deviation: [255, 255, 255],
  fit: 'stretch',
}

/**
 * A network that always detects one object in the right half. Its score is the redness of the picture. It is a YOLO export, layout `final`.
 */
export const rednessGraph: OnnxGraph = {
  name: 'redness',
  inputs: [{ name: 'images', dims: [1, 3, SIDE, SIDE] }],
  outputs: [{ name: 'found', dims: [1, 1, 6] }],
  nodes: [
    { op: 'ReduceMean', inputs: ['images'], outputs: ['means'], attributes: { axes: ints([2, 3]), keepdims: int(0) } },
    { op: 'Gather', inputs: ['means', 'red'], outputs: ['redness'], attributes: { axis: int(1) } },
    { op: 'Reshape', inputs: ['redness', 'scalar'], outputs: ['score'] },
    { op: 'Mul', inputs: ['place', 'score'], outputs: ['scored'] },
    { op: 'Add', inputs: ['scored', 'edges'], outputs: ['found'] },
  ],
  constants: new Map([
    ['red', { dims: [1], data: BigInt64Array.from([0n]) }],
    ['scalar', { dims: [3], data: BigInt64Array.from([1n, 1n, 1n]) }],
    ['place', { dims: [1, 1, 6], data: Float32Array.from([0, 0, 0, 0, 1, 0]) }],
    ['edges', { dims: [1, 1, 6], data: Float32Array.from([16, 0, 32, 32, 0, 1]) }],
  ]),
}

/** Returns the ONNX file of `rednessGraph`. With another name, the content of the file differs. */
export const rednessModel = (name = 'redness'): Uint8Array => encodeOnnx({ ...rednessGraph, name })

/** The manifest of a pack with that network. The network reports redness as its class `guard`, which maps to `person`. */
export function rednessManifest(model: Uint8Array, change: object = {}): Record<string, unknown> {
  return {
    id: 'redness',
    version: '1',
    title: 'Red things',
    licence: 'MIT',
    source: 'made here',
    capability: 'detect',
    file: 'net.onnx',
    sha256: checksumOf(model),
    input: REDNESS_INPUT,
    family: { kind: 'yolo', output: 'found', layout: 'final' },
    labels: ['fox', 'guard'],
    classes: { guard: 'person' },
    ...change,
  }
}

/** Draws a pattern with this much red in it, 0–255: a picture of one colour alone shows nothing. */
export async function rednessPicture(red: number): Promise<Uint8Array> {
  const [width, height] = [640, 480]
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const shade = ((((at % width) >> 4) * 7 + (Math.floor(at / width) >> 4) * 3) % 5) / 10 + 0.6
    data.set(
      [red, 255 - red, 255 - red].map((level) => Math.min(255, level * shade)),
      at * 3,
    )
  }
  return new Uint8Array(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer(),
  )
}

/** Writes a custom pack as a user would supply it: a folder with a `pack.json` and the network, of some 600 bytes. */
export async function writeRedness(folder: string, change: object = {}, graph = rednessGraph): Promise<void> {
  const model = encodeOnnx(graph)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'net.onnx'), model)
  await writeFile(path.join(folder, 'pack.json'), JSON.stringify(rednessManifest(model, change)))
}

/** The functions with which the analysis processes draw boxes and make clips, for tests that start none. */
export { annotate } from '../annotate/annotate.ts'
export { lookAtClip } from '../clip/look-at-clip.fixture.ts'
export { makeClip } from '../clip/make-clip.ts'
