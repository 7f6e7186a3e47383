import { setImmediate as afterOthers } from 'node:timers/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { PackManifest } from '../packs/pack-manifest.ts'
import { checkOutputs } from './check-outputs.ts'
import { classNamesOf } from './class-names.ts'
import type { Seen, Sighting } from './detector.ts'
import { atssDecoder } from './families/atss.ts'
import { centerNetDecoder } from './families/centernet.ts'
import { detrDecoder } from './families/detr.ts'
import type { Decode, InputFrame, NetworkOutput } from './families/family.ts'
import { fastestDetDecoder } from './families/fastestdet.ts'
import { nanodetDecoder } from './families/nanodet.ts'
import { ssdDecoder } from './families/ssd.ts'
import { yoloDecoder } from './families/yolo.ts'
import { yoloxDecoder } from './families/yolox.ts'
import type { Network, NetworkFacts } from './network.ts'
import { suppress } from './suppress.ts'

/** What a pack says of a network, without where its file lies. */
export type NetworkDescription = Omit<NetworkFacts, 'sees'> &
  Pick<PackManifest, 'family' | 'labels' | 'classes' | 'floor' | 'suppressAt'>

/** Only errors: warnings of ONNX Runtime speak of how a network was exported. */
const ERRORS = 3

function decoderOf(family: PackManifest['family']): Decode {
  switch (family.kind) {
    case 'centernet':
      return centerNetDecoder(family)
    case 'yolox':
      return yoloxDecoder(family.output)
    case 'nanodet':
      return nanodetDecoder(family)
    case 'fastestdet':
      return fastestDetDecoder(family.output)
    case 'yolo':
      return yoloDecoder(family)
    case 'detr':
      return detrDecoder(family)
    case 'ssd':
      return ssdDecoder(family)
    default:
      return atssDecoder()
  }
}

/** What each of the 256 levels of a colour becomes, for the three colours of the input. */
function levelsOf(input: NetworkDescription['input']): Float32Array[] {
  return [0, 1, 2].map((plane) => {
    const mean = input.mean[plane] ?? 0
    const factor = 1 / (input.deviation[plane] ?? 1)
    return Float32Array.from({ length: 256 }, (_, level) => (level - mean) * factor)
  })
}

/** Fills the input, one plane for each colour, with a picture of the size that it covers. */
function fill(
  target: Float32Array,
  pixels: Uint8Array,
  { side, covered }: InputFrame,
  input: NetworkDescription['input'],
  levels: readonly Float32Array[],
) {
  const area = side.width * side.height
  const planes = [0, 1, 2].map((plane) => target.subarray(plane * area, (plane + 1) * area))
  if (input.fit !== 'stretch') {
    const { pad } = input.fit
    for (const [plane, values] of planes.entries()) values.fill(levels[plane]?.[pad] ?? 0)
  }
  // The picture's colours in its own order, each with where it goes.
  const [red, green, blue] = input.colours === 'rgb' ? planes : planes.toReversed()
  const [redOf, greenOf, blueOf] = input.colours === 'rgb' ? levels : levels.toReversed()
  if (!red || !green || !blue || !redOf || !greenOf || !blueOf) throw new Error('a picture has three colours')
  for (let y = 0, from = 0; y < covered.height; y += 1) {
    const row = y * side.width
    for (let to = row; to < row + covered.width; to += 1, from += 3) {
      red[to] = redOf[pixels[from]!]!
      green[to] = greenOf[pixels[from + 1]!]!
      blue[to] = blueOf[pixels[from + 2]!]!
    }
  }
}

/** Numbers of any kind that a class or score comes as. */
function toFloats(name: string, data: Tensor.DataType): Float32Array {
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array || data instanceof Int32Array) return Float32Array.from(data, Number)
  throw new Error(`output ${name} is neither of 32-bit floats nor of whole numbers`)
}

/** What the network itself says of a picture. */
function outputsOf(result: InferenceSession.OnnxValueMapType): Record<string, NetworkOutput> {
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, { data: toFloats(name, value.data), dims: value.dims }]),
  )
}

/** Room for the outputs, used by each run again; undefined for a network whose outputs differ in size or kind. */
function outputRoom(session: InferenceSession): Record<string, Tensor> | undefined {
  const room: Record<string, Tensor> = {}
  for (const output of session.outputMetadata) {
    if (!output.isTensor || output.type !== 'float32') return undefined
    const dims = output.shape.filter((dim) => typeof dim === 'number')
    if (dims.length < output.shape.length) return undefined
    const length = dims.reduce((product, dim) => product * dim, 1)
    room[output.name] = new Tensor('float32', new Float32Array(length), dims)
  }
  return room
}

/**
 * A network on ONNX Runtime, on one thread: the pool has a child for each processor instead, so that alarms, not layers, run
 * side by side. A run holds this thread until it has its answer. One look at a time: the input's memory is used again.
 * @param model the ONNX file's bytes, or its path
 */
export async function loadOnnxNetwork(network: NetworkDescription, model: Uint8Array | string): Promise<Network> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: ERRORS,
  }
  const session = await (typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options))
  const { input } = network
  if (!session.inputNames.includes(input.name))
    throw new Error(`the network has no input ${input.name}; it has ${session.inputNames.join(', ')}`)
  const numbers = new Float32Array(3 * input.width * input.height)
  const tensor = new Tensor('float32', numbers, [1, 3, input.height, input.width])
  const room = outputRoom(session)
  const levels = levelsOf(input)
  const decode = decoderOf(network.family)
  const names = classNamesOf(network)

  const look = async (pixels: Uint8Array, frame: InputFrame): Promise<Seen> => {
    const area = frame.covered.width * frame.covered.height
    if (pixels.length !== 3 * area) throw new RangeError(`${pixels.length} bytes are not the colours of ${area} pixels`)
    // A run holds the thread: what whoever asked has still to do comes first, and is not counted as the network's time.
    await afterOthers()
    fill(numbers, pixels, frame, input, levels)
    const began = performance.now()
    const feeds = { [input.name]: tensor }
    const result = await (room === undefined ? session.run(feeds) : session.run(feeds, room))
    const inferenceMs = performance.now() - began
    const outputs = outputsOf(result)
    checkOutputs(outputs, network.family, names.count)
    const sightings = decode(outputs, frame, network.floor).map(({ index, score, box }): Sighting => ({
      ...names.nameOf(index),
      score,
      box,
    }))
    return { sightings: suppress(sightings, network.suppressAt), inferenceMs }
  }
  return { id: network.id, version: network.version, looks: network.looks, sees: names.sees, input, look }
}
