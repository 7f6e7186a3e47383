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
import { nanodetPlusDecoder } from './families/nanodet-plus.ts'
import { nanodetDecoder } from './families/nanodet.ts'
import { ssdDecoder } from './families/ssd.ts'
import { yoloDecoder } from './families/yolo.ts'
import { yoloxDecoder } from './families/yolox.ts'
import type { Network, NetworkFacts } from './network.ts'
import { createInput } from './network-input.ts'
import { suppress } from './suppress.ts'
import { addsWholeNumbersSafely } from './whole-number-sums.ts'

/**
 * The end of the last requested run of any network in this thread. Each run waits for the previous one. A run blocks the thread, but the
 * steps before and after it are asynchronous. If runs overlapped there, a second look could overwrite the input of the first one, and the
 * time of one run could be counted in another.
 */
let line: Promise<unknown> = Promise.resolve()

/** A pack's description of a network, without the path of its file. */
export type NetworkDescription = Omit<NetworkFacts, 'sees'> &
  Pick<PackManifest, 'family' | 'labels' | 'classes' | 'floor' | 'suppressAt'>

/** The log level at which ONNX Runtime logs only errors. Its warnings are only about the export of a network. */
const ERRORS = 3

function decoderOf(family: PackManifest['family']): Decode {
  switch (family.kind) {
    case 'centernet':
      return centerNetDecoder(family)
    case 'yolox':
      return yoloxDecoder(family.output)
    case 'nanodet':
      return nanodetDecoder(family)
    case 'nanodet-plus':
      return nanodetPlusDecoder(family)
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

/** Converts an output to 32-bit floats. @throws if its numbers are neither 32-bit floats nor 32-bit or 64-bit integers */
function toFloats(name: string, data: Tensor.DataType): Float32Array {
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array || data instanceof Int32Array) return Float32Array.from(data, Number)
  throw new Error(`output ${name} is neither of 32-bit floats nor of whole numbers`)
}

/** Converts the outputs of ONNX Runtime to arrays of floats, by name. */
function outputsOf(result: InferenceSession.OnnxValueMapType): Record<string, NetworkOutput> {
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, { data: toFloats(name, value.data), dims: value.dims }]),
  )
}

/** Allocates outputs that every run reuses. Returns undefined if the size of an output varies or its type is not float32. */
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
 * Loads a network into ONNX Runtime. A run uses one thread only and blocks it. The analysis pool instead has one process for each
 * processor, so that several alarms are analysed in parallel.
 * @param model the ONNX file's bytes, or its path
 */
export async function loadOnnxNetwork(network: NetworkDescription, model: Uint8Array | string): Promise<Network> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: ERRORS,
    ...(addsWholeNumbersSafely() ? {} : { extra: { session: { x64quantprecision: '1' } } }),
  }
  const session = await (typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options))
  const { input } = network
  if (!session.inputNames.includes(input.name))
    throw new Error(`the network has no input ${input.name}; it has ${session.inputNames.join(', ')}`)
  const filled = createInput(input)
  const tensor = new Tensor('float32', filled.numbers, [1, 3, input.height, input.width])
  const room = outputRoom(session)
  const decode = decoderOf(network.family)
  const names = classNamesOf(network)

  const take = async (pixels: Uint8Array, frame: InputFrame): Promise<Seen> => {
    // A run blocks the thread. So other waiting work of the caller is done first, and it is not counted as the network's time.
    await afterOthers()
    filled.fill(pixels, frame)
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
  const look = (pixels: Uint8Array, frame: InputFrame): Promise<Seen> => {
    const taken = line.then(() => take(pixels, frame))
    line = taken.catch(() => undefined)
    return taken
  }
  return { id: network.id, version: network.version, looks: network.looks, sees: names.sees, input, look }
}
