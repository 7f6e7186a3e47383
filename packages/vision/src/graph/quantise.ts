import { int, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx-graph.ts'

/** The lowest and the highest number of a value. */
export type Range = readonly [low: number, high: number]

/** The largest integer of quantised kernels, which use −127 to 127. */
const KERNEL_STEPS = 127
/** The largest integer of quantised activations, which use 0 to 255. */
const VALUE_STEPS = 255

/** A convolution with the operators that directly follow it: the addition of its bias, and its activation function. */
interface Convolution {
  node: OnnxNode
  bias: OnnxTensor | undefined
  /** The operators of this group. The last one produces `output`. */
  nodes: readonly OnnxNode[]
  input: string
  output: string
}

/** The part of a graph that is computed in integers. */
interface Plan {
  convolutions: ReadonlyMap<OnnxNode, Convolution>
  /** Values that are quantised, in the order in which they are computed. */
  values: readonly string[]
}

/** Returns the values on which a later convolution depends. */
function leadingOn(graph: OnnxGraph): Set<string> {
  const leading = new Set<string>()
  for (const { op, inputs, outputs } of graph.nodes.toReversed())
    if (op === 'Conv' || outputs.some((output) => leading.has(output))) for (const input of inputs) leading.add(input)
  return leading
}

/**
 * Returns the convolutions on which later convolutions depend. The last convolutions are left out: quantisation would make the network's
 * outputs less exact and save little time.
 */
function findConvolutions(graph: OnnxGraph): Convolution[] {
  const readers = new Map<string, OnnxNode[]>()
  for (const node of graph.nodes)
    for (const input of node.inputs) readers.set(input, [...(readers.get(input) ?? []), node])
  const leading = leadingOn(graph)
  return graph.nodes.flatMap((node): Convolution[] => {
    const [input = ''] = node.inputs
    const nodes = [node]
    let [output = ''] = node.outputs
    if (node.op !== 'Conv' || !leading.has(output)) return []
    const follow = (isNext: (next: OnnxNode) => boolean): OnnxNode | undefined => {
      const [next, ...others] = readers.get(output) ?? []
      if (next === undefined || others.length > 0 || !isNext(next)) return undefined
      nodes.push(next)
      output = next.outputs[0] ?? ''
      return next
    }
    const sum = follow(({ op, inputs }) => op === 'Add' && graph.constants.has(inputs[1] ?? ''))
    follow(({ op }) => op === 'Relu' || op === 'Clip')
    const [, , bias = sum?.inputs[1] ?? ''] = node.inputs
    return [{ node, bias: graph.constants.get(bias), nodes, input, output }]
  })
}

function plan(graph: OnnxGraph): Plan {
  const convolutions = findConvolutions(graph)
  const around = new Set(convolutions.flatMap(({ input, output }) => [input, output]))
  const within = new Set(convolutions.flatMap(({ nodes }) => nodes))
  const values = graph.inputs.map(({ name }) => name).filter((name) => around.has(name))
  for (const node of graph.nodes) {
    const [output = ''] = node.outputs
    // The addition of two quantised values is also computed in integers.
    const isSum = node.op === 'Add' && !within.has(node) && node.inputs.every((input) => around.has(input))
    if (isSum) around.add(output)
    if (around.has(output)) values.push(output)
  }
  return { convolutions: new Map(convolutions.map((one) => [one.node, one])), values }
}

/** Returns the values of a graph whose ranges `quantise` needs, in the order in which it needs them. */
export const valuesToMeasure = (graph: OnnxGraph): readonly string[] => plan(graph).values

/** Quantises a kernel with one step size per channel, symmetric around zero. */
function roundKernel({ dims, data }: OnnxTensor): { whole: Int8Array; steps: Float32Array } {
  const [channels = 0] = dims
  const size = data.length / channels
  const numbers = Float32Array.from(data, Number)
  const rounded = new Int8Array(numbers.length)
  const steps = new Float32Array(channels)
  for (let channel = 0; channel < channels; channel += 1) {
    const part = numbers.subarray(channel * size, (channel + 1) * size)
    const largest = part.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const step = largest > 0 ? largest / KERNEL_STEPS : 1
    steps[channel] = step
    for (const [at, value] of part.entries()) rounded[channel * size + at] = Math.round(value / step)
  }
  return { whole: rounded, steps }
}

/**
 * Quantises the convolutions of a graph to 8-bit integers, as described by Jacob et al., "Quantization and Training of Neural Networks for
 * Efficient Integer-Arithmetic-Only Inference" (2018). A kernel has one step size per channel and is symmetric around zero. The step size
 * of an activation results from its range. The result has pairs of QuantizeLinear and DequantizeLinear, which ONNX Runtime fuses with the
 * convolution between them. An activation function that only clips values outside its range is left out, because quantisation clips them
 * anyway.
 * @param ranges the ranges of `valuesToMeasure(graph)`, in the same order
 */
export function quantise(graph: OnnxGraph, ranges: readonly Range[]): OnnxGraph {
  const { convolutions, values } = plan(graph)
  if (ranges.length !== values.length)
    throw new RangeError(`${ranges.length} ranges for ${values.length} values: they are of another network`)
  const nodes: OnnxNode[] = []
  const constants = new Map(graph.constants)
  const left = new Set([...convolutions.values()].flatMap((one) => one.nodes))
  const constant = (name: string, dims: readonly number[], data: OnnxTensor['data']): string => {
    constants.set(name, { dims, data })
    return name
  }

  const steps = new Map(
    values.map((value, index) => {
      const [low, high] = ranges[index]!
      // Zero must map to an integer exactly. Otherwise the zero padding around a picture would not be zero.
      const from = Math.min(low, 0)
      const step = (Math.max(high, 0) - from) / VALUE_STEPS || 1
      return [value, { step, zero: Math.round(-from / step) }]
    }),
  )
  const rounded = new Set<string>()
  const round = (value: string): void => {
    const found = steps.get(value)
    if (found === undefined) return
    const step = constant(`${value}/step`, [], new Float32Array([found.step]))
    const zero = constant(`${value}/zero`, [], new Uint8Array([found.zero]))
    nodes.push(
      { op: 'QuantizeLinear', inputs: [value, step, zero], outputs: [`${value}/whole`] },
      { op: 'DequantizeLinear', inputs: [`${value}/whole`, step, zero], outputs: [`${value}/rounded`] },
    )
    rounded.add(value)
  }
  const read = (value: string): string => (rounded.has(value) ? `${value}/rounded` : value)

  const constantInSteps = (name: string, dims: readonly number[], data: Int8Array | Int32Array, by: Float32Array) => {
    const zeros = data instanceof Int8Array ? new Int8Array(by.length) : new Int32Array(by.length)
    const inputs = [
      constant(`${name}/whole`, dims, data),
      constant(`${name}/step`, [by.length], by),
      constant(`${name}/zero`, [by.length], zeros),
    ]
    nodes.push({ op: 'DequantizeLinear', inputs, outputs: [name], attributes: { axis: int(0) } })
    return name
  }
  const convolve = ({ node, bias, input, output }: Convolution): void => {
    const [, name = ''] = node.inputs
    const floats = constants.get(name)!
    const kernel = roundKernel(floats)
    constants.delete(name)
    const inputs = [read(input), constantInSteps(name, floats.dims, kernel.whole, kernel.steps)]
    if (bias !== undefined) {
      const products = kernel.steps.map((step) => step * steps.get(input)!.step)
      const single = bias.data.length === 1
      const whole = Int32Array.from(products, (step, channel) =>
        Math.round(Number(bias.data[single ? 0 : channel]) / step),
      )
      inputs.push(constantInSteps(`${name}/bias`, [whole.length], whole, products))
    }
    nodes.push({ ...node, inputs, outputs: [output] })
  }

  for (const { name } of graph.inputs) round(name)
  for (const node of graph.nodes) {
    const convolution = convolutions.get(node)
    if (convolution !== undefined) {
      convolve(convolution)
      round(convolution.output)
    } else if (!left.has(node)) {
      nodes.push({ ...node, inputs: node.inputs.map(read) })
      for (const output of node.outputs) round(output)
    }
  }
  return { ...graph, nodes, constants }
}
