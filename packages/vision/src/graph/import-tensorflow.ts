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

interface Attribute {
  s?: string
  i?: string
  b?: boolean
  list?: { i?: string[]; s?: string[] }
  shape?: { dim?: { size: string }[] }
}

interface Node {
  name: string
  op: string
  input?: string[]
  attr?: Record<string, Attribute>
}

interface Weight {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string }
}

/** The fields of a TensorFlow.js graph model's `model.json` that are read. */
export interface TensorFlowModel {
  modelTopology: { node: Node[] }
  weightsManifest: { weights: Weight[] }[]
}

const BYTES: Record<string, number> = { float32: 4, int32: 4, float16: 2 }

function readWeights(model: TensorFlowModel, bytes: Uint8Array): Map<string, OnnxTensor> {
  const weights = new Map<string, OnnxTensor>()
  let at = 0
  for (const { name, shape, dtype, quantization } of model.weightsManifest.flatMap((group) => group.weights)) {
    const stored = quantization?.dtype ?? dtype
    const size = BYTES[stored]
    if (size === undefined) throw new GraphImportError(`weights of type ${stored} are not supported (${name})`)
    const count = sizeOf(shape)
    const part = bytes.slice(at, at + count * size)
    if (part.length < count * size) throw new GraphImportError('the weights end too early')
    at += count * size
    const data =
      stored === 'float16'
        ? readFloat16(part, count)
        : stored === 'int32'
          ? BigInt64Array.from(new Int32Array(part.buffer), (value) => BigInt(value))
          : new Float32Array(part.buffer)
    weights.set(name, { dims: shape, data })
  }
  return weights
}

/** Permutes the axes of a tensor: axis `i` of the result is axis `order[i]` of the input. */
function transpose({ dims, data }: OnnxTensor, order: readonly number[]): OnnxTensor {
  if (!(data instanceof Float32Array)) throw new GraphImportError('only floats can be transposed')
  const strides = dims.map((_, axis) => sizeOf(dims.slice(axis + 1)))
  const turned = order.map((axis) => dims[axis] ?? 1)
  const steps = order.map((axis) => strides[axis] ?? 0)
  const result = new Float32Array(data.length)
  const index = turned.map(() => 0)
  for (let at = 0; at < result.length; at += 1) {
    result[at] = data[index.reduce((sum, value, axis) => sum + value * (steps[axis] ?? 0), 0)] ?? 0
    for (let axis = index.length - 1; axis >= 0; axis -= 1) {
      index[axis] = (index[axis] ?? 0) + 1
      if ((index[axis] ?? 0) < (turned[axis] ?? 0)) break
      index[axis] = 0
    }
  }
  return { dims: turned, data: result }
}

const decode = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString()
const numbers = (attribute: Attribute | undefined): number[] => (attribute?.list?.i ?? []).map(Number)
/** Returns the values for height and width from a TensorFlow list, which has one value for each of the four axes. */
const spatial = (attribute: Attribute | undefined): number[] => numbers(attribute).slice(1, 3)
const valueName = (reference: string): string => reference.replace(/^\^/, '').replace(/:0$/, '')

/** Converts one graph, from the wanted outputs back to the inputs. */
class Importer {
  readonly nodes: OnnxNode[] = []
  readonly constants = new Map<string, OnnxTensor>()
  readonly inputs: OnnxValue[] = []
  readonly #byName: Map<string, Node>
  readonly #weights: Map<string, OnnxTensor>
  readonly #done = new Set<string>()

  constructor(model: TensorFlowModel, weights: Map<string, OnnxTensor>) {
    this.#byName = new Map(model.modelTopology.node.map((node) => [node.name, node]))
    this.#weights = weights
  }

  /** Returns a constant input, in TensorFlow's order of axes. */
  #weight(node: Node, position: number): OnnxTensor {
    const tensor = this.#weights.get(valueName(node.input?.[position] ?? ''))
    if (!tensor) throw new GraphImportError(`input ${position} of ${node.name} (${node.op}) is no constant`)
    return tensor
  }

  #constant(name: string, tensor: OnnxTensor): string {
    this.constants.set(name, tensor)
    return name
  }

  #emit(op: string, inputs: string[], output: string, attributes?: Record<string, OnnxAttribute>): string {
    this.nodes.push({ op, inputs, outputs: [output], ...(attributes === undefined ? {} : { attributes }) })
    return output
  }

  /** Returns the name of a value in ONNX. Pictures are N×C×H×W in ONNX and N×H×W×C in TensorFlow. */
  value(reference: string): string {
    const name = valueName(reference)
    const weight = this.#weights.get(name)
    if (weight) {
      if (this.constants.has(name)) return name
      // Channels are the last axis in TensorFlow and come before height and width in ONNX. A scalar needs no change.
      const channels = weight.dims.at(-1) ?? 1
      if (sizeOf(weight.dims) !== channels) throw new GraphImportError(`${name}: a constant of more than one axis`)
      return this.#constant(name, { dims: [1, channels, 1, 1], data: weight.data })
    }
    if (this.#done.has(name)) return name
    const node = this.#byName.get(name)
    if (!node) throw new GraphImportError(`${name} is missing`)
    this.#import(node)
    this.#done.add(name)
    return name
  }

  #convolve(node: Node, isDepthwise: boolean): void {
    const weights = this.#weight(node, 1)
    const [height = 0, width = 0, channels = 0, multiplier = 0] = weights.dims
    const kernel = isDepthwise
      ? { ...transpose(weights, [2, 3, 0, 1]), dims: [channels * multiplier, 1, height, width] }
      : transpose(weights, [3, 2, 0, 1])
    const input = this.value(node.input?.[0] ?? '')
    const fused = (node.attr?.['fused_ops']?.list?.s ?? []).map(decode)
    const inputs = [input, this.#constant(`${node.name}/kernel`, kernel)]
    if (fused[0] === 'BiasAdd') {
      const bias = this.#weight(node, 2)
      inputs.push(this.#constant(`${node.name}/bias`, { dims: [sizeOf(bias.dims)], data: bias.data }))
    }
    const activation = fused.find((one) => one !== 'BiasAdd')
    const attributes = {
      kernel_shape: ints([height, width]),
      strides: ints(spatial(node.attr?.['strides'])),
      dilations: ints(spatial(node.attr?.['dilations'])),
      group: int(isDepthwise ? channels : 1),
      auto_pad: text(decode(node.attr?.['padding']?.s) === 'SAME' ? 'SAME_UPPER' : 'VALID'),
    }
    const plain = this.#emit('Conv', inputs, activation === undefined ? node.name : `${node.name}/plain`, attributes)
    if (activation !== undefined) this.#activate(activation, plain, node.name)
  }

  #activate(activation: string, input: string, output: string): void {
    if (activation === 'Relu' || activation === 'Sigmoid') {
      this.#emit(activation, [input], output)
      return
    }
    if (activation !== 'Relu6') throw new GraphImportError(`activation ${activation} is not supported`)
    const zero = this.#constant('relu6/low', { dims: [], data: new Float32Array([0]) })
    const six = this.#constant('relu6/high', { dims: [], data: new Float32Array([6]) })
    this.#emit('Clip', [input, zero, six], output)
  }

  #import(node: Node): void {
    const input = (position: number) => this.value(node.input?.[position] ?? '')
    const { name, op } = node
    if (op === 'Placeholder') {
      const dims = (node.attr?.['shape']?.shape?.dim ?? []).map(({ size }) => Number(size))
      const [batch = 1, height = 0, width = 0, channels = 0] = dims
      this.inputs.push({ name, dims: [batch, channels, height, width] })
    } else if (op === '_FusedConv2D' || op === 'Conv2D') this.#convolve(node, false)
    else if (op === 'FusedDepthwiseConv2dNative' || op === 'DepthwiseConv2dNative') this.#convolve(node, true)
    else if (op === 'Add' || op === 'AddV2') this.#emit('Add', [input(0), input(1)], name)
    else if (op === 'Mul') this.#emit('Mul', [input(0), input(1)], name)
    else if (op === 'Relu' || op === 'Relu6' || op === 'Sigmoid') this.#activate(op, input(0), name)
    else if (op === 'Identity') this.#emit('Identity', [input(0)], name)
    else if (op === 'Mean') {
      const axes = [...this.#weight(node, 1).data].map(Number)
      if (axes.join() !== '1,2' || node.attr?.['keep_dims']?.b !== true)
        throw new GraphImportError(`${name}: a mean over other axes than height and width`)
      this.#emit('GlobalAveragePool', [input(0)], name)
    } else if (op === 'ConcatV2') {
      const count = (node.input?.length ?? 1) - 1
      const axis = Number([...this.#weight(node, count).data][0])
      if (axis !== 3 && axis !== -1) throw new GraphImportError(`${name}: joined along axis ${axis}, not the channels`)
      const inputs = Array.from({ length: count }, (_, position) => input(position))
      this.#emit('Concat', inputs, name, { axis: int(1) })
    } else if (op === 'ResizeBilinear') this.#resize(node)
    else throw new GraphImportError(`operator ${op} is not supported (${name})`)
  }

  #resize(node: Node): void {
    const [height = 0, width = 0] = [...this.#weight(node, 1).data].map(Number)
    const source = this.value(node.input?.[0] ?? '')
    const mode =
      node.attr?.['half_pixel_centers']?.b === true
        ? 'half_pixel'
        : node.attr?.['align_corners']?.b === true
          ? 'align_corners'
          : 'asymmetric'
    // Resize takes the sizes of all axes. The batch size and the number of channels are copied from the input.
    const leading = `${node.name}/leading`
    this.#emit('Shape', [source], leading, { end: int(2) })
    const wanted = this.#constant(`${node.name}/size`, wholeNumbers([height, width]))
    this.#emit('Concat', [leading, wanted], `${node.name}/sizes`, { axis: int(0) })
    this.#emit('Resize', [source, '', '', `${node.name}/sizes`], node.name, {
      mode: text('linear'),
      coordinate_transformation_mode: text(mode),
      cubic_coeff_a: float(-0.75),
    })
  }
}

/**
 * Converts a TensorFlow.js graph model to ONNX, from the named outputs back to its input. Input pictures and output maps are N×C×H×W.
 * Operators after the outputs, such as the selection of the best boxes, are left out.
 * @throws GraphImportError with the name of the unsupported operator
 */
export function importTensorFlow(
  model: TensorFlowModel,
  weights: Uint8Array,
  outputs: readonly OnnxValue[],
): OnnxGraph {
  const importer = new Importer(model, readWeights(model, weights))
  for (const output of outputs) importer.value(output.name)
  return {
    name: 'tensorflow',
    inputs: importer.inputs,
    outputs,
    nodes: importer.nodes,
    constants: importer.constants,
  }
}
