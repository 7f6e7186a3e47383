import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { readFloat16 } from './float16.ts'
import {
  float,
  GraphImportError,
  int,
  ints,
  sizeOf,
  text,
  wholeNumbers,
  type OnnxAttribute,
  type OnnxGraph,
  type OnnxNode,
  type OnnxTensor,
  type OnnxValue,
} from './onnx-graph.ts'

const numberText = z.coerce.number().int()
const portSchema = z.object({ id: numberText, dim: z.array(numberText).default([]) })
const layerSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.string()).default({}),
  output: z.object({ port: z.array(portSchema).default([]) }).default({ port: [] }),
})
const edgeSchema = z.object({
  'from-layer': z.string(),
  'to-layer': z.string(),
  'to-port': numberText,
})
const fileSchema = z.object({
  net: z.object({
    layers: z.object({ layer: z.array(layerSchema) }),
    edges: z.object({ edge: z.array(edgeSchema) }),
  }),
})

/** One operator of an OpenVINO network, with its output shape. */
export interface OpenVinoLayer {
  id: string
  name: string
  type: string
  dims: readonly number[]
  /** The ids of the layers whose outputs are the inputs of this layer, in order. */
  inputs: readonly string[]
  data: Readonly<Record<string, string>>
}

const list = (value: string | undefined): number[] =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(Number)

function readLayers(xml: string): Map<string, OpenVinoLayer> {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    isArray: (name) => ['layer', 'edge', 'port', 'dim'].includes(name),
    processEntities: false,
  })
  const parsed = fileSchema.safeParse(parser.parse(xml))
  if (!parsed.success) throw new GraphImportError('this is not a network of OpenVINO (its .xml file)')
  const { layers, edges } = parsed.data.net
  const sources = new Map<string, { port: number; from: string }[]>()
  for (const edge of edges.edge) {
    const known = sources.get(edge['to-layer']) ?? []
    known.push({ port: edge['to-port'], from: edge['from-layer'] })
    sources.set(edge['to-layer'], known)
  }
  return new Map(
    layers.layer.map(({ id, name, type, data, output }) => {
      const inputs = (sources.get(id) ?? []).toSorted((a, b) => a.port - b.port).map(({ from }) => from)
      return [id, { id, name, type, data, inputs, dims: output.port[0]?.dim ?? [] }]
    }),
  )
}

function readConstant(layer: OpenVinoLayer, bin: Uint8Array): OnnxTensor {
  const { element_type: type, shape, offset, size } = layer.data
  const dims = list(shape)
  const part = bin.slice(Number(offset), Number(offset) + Number(size))
  if (part.length < Number(size)) throw new GraphImportError('the .bin file ends too early')
  const count = sizeOf(dims)
  if (type === 'f32') return { dims, data: new Float32Array(part.buffer, 0, count) }
  if (type === 'f16') return { dims, data: readFloat16(part, count) }
  if (type === 'i64') return { dims, data: new BigInt64Array(part.buffer, 0, count) }
  if (type === 'i32') {
    const data = BigInt64Array.from(new Int32Array(part.buffer, 0, count), (value) => BigInt(value))
    return { dims, data }
  }
  throw new GraphImportError(`constants of type ${type ?? '?'} are not supported (${layer.name})`)
}

class Importer {
  readonly nodes: OnnxNode[] = []
  readonly constants = new Map<string, OnnxTensor>()
  readonly inputs: OnnxValue[] = []
  readonly #layers: Map<string, OpenVinoLayer>
  readonly #bin: Uint8Array
  readonly #done = new Map<string, string>()

  constructor(layers: Map<string, OpenVinoLayer>, bin: Uint8Array) {
    this.#layers = layers
    this.#bin = bin
  }

  #layer(id: string | undefined): OpenVinoLayer {
    const layer = id === undefined ? undefined : this.#layers.get(id)
    if (!layer) throw new GraphImportError(`layer ${id ?? '?'} is missing`)
    return layer
  }

  #constant(name: string, tensor: OnnxTensor): string {
    this.constants.set(name, tensor)
    return name
  }

  #emit(layer: OpenVinoLayer, op: string, inputs: string[], attributes?: Record<string, OnnxAttribute>): void {
    this.nodes.push({ op, inputs, outputs: [layer.id], ...(attributes === undefined ? {} : { attributes }) })
  }

  /** Returns the constant that an input reads, directly or through type conversions. Undefined if the input is computed. */
  #constantAt(id: string | undefined): OnnxTensor | undefined {
    const layer = this.#layer(id)
    if (layer.type === 'Const') return readConstant(layer, this.#bin)
    return layer.type === 'Convert' ? this.#constantAt(layer.inputs[0]) : undefined
  }

  value(id: string | undefined): string {
    const layer = this.#layer(id)
    const known = this.#done.get(layer.id)
    if (known !== undefined) return known
    const constant = this.#constantAt(layer.id)
    if (constant) this.#constant(layer.id, constant)
    else this.#import(layer)
    this.#done.set(layer.id, layer.id)
    return layer.id
  }

  #convolve(layer: OpenVinoLayer): void {
    const kernel = this.#constantAt(layer.inputs[1])
    if (!kernel) throw new GraphImportError(`${layer.name}: the weights are computed`)
    const isGrouped = layer.type === 'GroupConvolution'
    const [groups = 1, ...rest] = kernel.dims
    const dims = isGrouped ? [groups * (rest[0] ?? 1), ...rest.slice(1)] : kernel.dims
    const weights = this.#constant(`${layer.id}/kernel`, { dims, data: kernel.data })
    const { data } = layer
    const padding = { same_upper: 'SAME_UPPER', same_lower: 'SAME_LOWER', valid: 'VALID' }[data['auto_pad'] ?? '']
    this.#emit(layer, 'Conv', [this.value(layer.inputs[0]), weights], {
      strides: ints(list(data['strides'])),
      dilations: ints(list(data['dilations'])),
      group: int(isGrouped ? groups : 1),
      ...(padding === undefined
        ? { pads: ints([...list(data['pads_begin']), ...list(data['pads_end'])]) }
        : { auto_pad: text(padding) }),
    })
  }

  #import(layer: OpenVinoLayer): void {
    const input = (position: number) => this.value(layer.inputs[position])
    const wanted = () => this.#constant(`${layer.id}/shape`, wholeNumbers(layer.dims))
    const { type, data } = layer
    const simple: Record<string, string> = { Add: 'Add', Subtract: 'Sub', Multiply: 'Mul', Divide: 'Div' }
    const single: Record<string, string> = { ReLU: 'Relu', Sigmoid: 'Sigmoid', Exp: 'Exp' }
    const two = simple[type]
    const one = single[type]
    if (two !== undefined) this.#emit(layer, two, [input(0), input(1)])
    else if (one !== undefined) this.#emit(layer, one, [input(0)])
    else if (type === 'Parameter') {
      this.inputs.push({ name: layer.name, dims: layer.dims })
      this.#emit(layer, 'Identity', [layer.name])
    } else if (type === 'Convert') this.#emit(layer, 'Identity', [input(0)])
    else if (type === 'Convolution' || type === 'GroupConvolution') this.#convolve(layer)
    else if (type === 'Clamp') {
      const bound = (name: 'min' | 'max') =>
        this.#constant(`${layer.id}/${name}`, { dims: [], data: new Float32Array([Number(data[name])]) })
      this.#emit(layer, 'Clip', [input(0), bound('min'), bound('max')])
    } else if (type === 'MVN') this.#normalise(layer)
    else if (type === 'Interpolate') {
      if (data['mode'] !== 'nearest') throw new GraphImportError(`${layer.name}: ${data['mode'] ?? '?'} interpolation`)
      // All shapes are fixed, so the size is taken from the output shape instead of the network's own computation of it.
      this.#emit(layer, 'Resize', [input(0), '', '', wanted()], {
        mode: text('nearest'),
        coordinate_transformation_mode: text(data['coordinate_transformation_mode'] ?? 'half_pixel'),
        nearest_mode: text(data['nearest_mode'] ?? 'round_prefer_floor'),
      })
    } else if (type === 'Reshape' || type === 'Squeeze' || type === 'Unsqueeze') {
      this.#emit(layer, 'Reshape', [input(0), wanted()])
    } else if (type === 'Transpose') {
      const order = this.#constantAt(layer.inputs[1])
      if (!order) throw new GraphImportError(`${layer.name}: the order of axes is computed`)
      this.#emit(layer, 'Transpose', [input(0)], { perm: ints([...order.data].map(Number)) })
    } else if (type === 'Gather') {
      const axis = this.#constantAt(layer.inputs[2])
      if (!axis) throw new GraphImportError(`${layer.name}: the axis is computed`)
      this.#emit(layer, 'Gather', [input(0), input(1)], { axis: int(Number([...axis.data][0])) })
    } else throw new GraphImportError(`operator ${type} is not supported (${layer.name})`)
  }

  /** Converts a normalisation of mean and variance over height and width to ONNX's InstanceNormalization. */
  #normalise(layer: OpenVinoLayer): void {
    const axes = this.#constantAt(layer.inputs[1])
    const channels = layer.dims[1] ?? 0
    if ([...(axes?.data ?? [])].map(Number).join() !== '2,3' || layer.data['normalize_variance'] !== 'true')
      throw new GraphImportError(`${layer.name}: a normalisation over other axes than height and width`)
    const scale = this.#constant(`ones/${channels}`, { dims: [channels], data: new Float32Array(channels).fill(1) })
    const bias = this.#constant(`zeros/${channels}`, { dims: [channels], data: new Float32Array(channels) })
    this.#emit(layer, 'InstanceNormalization', [this.value(layer.inputs[0]), scale, bias], {
      epsilon: float(Number(layer.data['eps'])),
    })
  }
}

/**
 * Converts an OpenVINO network (intermediate representation, versions 10 and 11) to ONNX. `chooseOutputs` returns the layers whose outputs
 * become the outputs of the ONNX network, by their new names. Layers after these layers are left out.
 * @throws GraphImportError with the name of the unsupported part
 */
export function importOpenVino(
  xml: string,
  bin: Uint8Array,
  chooseOutputs: (layers: readonly OpenVinoLayer[]) => ReadonlyMap<string, OpenVinoLayer>,
): OnnxGraph {
  const layers = readLayers(xml)
  const importer = new Importer(layers, bin)
  const outputs: OnnxValue[] = []
  for (const [name, layer] of chooseOutputs([...layers.values()])) {
    const value = importer.value(layer.id)
    importer.nodes.push({ op: 'Identity', inputs: [value], outputs: [name] })
    outputs.push({ name, dims: layer.dims })
  }
  return {
    name: 'openvino',
    inputs: importer.inputs,
    outputs,
    nodes: importer.nodes,
    constants: importer.constants,
  }
}
