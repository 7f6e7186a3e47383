import { float, GraphImportError, int, ints, sizeOf, text, wholeNumbers, type OnnxGraph } from './onnx-graph.ts'
import { ends, NcnnGraph, type Convert, type Shape } from './ncnn-graph.ts'
import { readNcnnParam, type NcnnLayer } from './ncnn-param.ts'
import { NcnnWeights } from './ncnn-weights.ts'

/** The options that are understood, by kind of layer. */
const UNDERSTOOD: Readonly<Record<string, readonly number[]>> = {
  Convolution: [0, 1, 3, 4, 5, 6, 8, 9],
  ConvolutionDepthWise: [0, 1, 3, 4, 5, 6, 7, 8, 9],
  Pooling: [0, 1, 2, 3, 5],
  Interp: [0, 1, 2],
  BinaryOp: [0],
  ShuffleChannel: [0],
  Concat: [0],
}

const LEAKY = 2

/** Weights of a convolution as floats. An 8-bit file holds a scale for each channel, and scales of the activations, which are not needed. */
function kernelOf(
  importer: NcnnGraph,
  { name, type, options }: NcnnLayer,
): { kernel: Float32Array; bias: Float32Array } {
  const [channels, count, scales] = [options.get(0) ?? 0, options.get(6) ?? 0, options.get(8) ?? 0]
  if (options.get(5) !== 1) throw new GraphImportError(`${name}: a convolution without a bias is not supported`)
  const { weights } = importer
  const { numbers, isScaled } = weights.weights(count)
  const bias = weights.floats(channels)
  const hasOne = type === 'ConvolutionDepthWise' && scales % 100 === 2
  const by = scales > 0 ? weights.floats(hasOne ? 1 : channels) : new Float32Array()
  if (scales > 0) weights.floats(scales > 100 ? 2 : 1)
  if (!isScaled) return { kernel: numbers, bias }
  if (scales === 0) throw new GraphImportError(`${name}: the scales of its weights are missing`)
  const each = count / channels
  return { kernel: numbers.map((value, at) => value / by[hasOne ? 0 : Math.floor(at / each)]!), bias }
}

const convolve: Convert = (importer, layer) => {
  const { name, type, options, arrays } = layer
  const [input, output] = ends(layer)
  const [channels, height, width] = importer.shapeOf(input)
  const option = (key: number, otherwise: number) => options.get(key) ?? otherwise
  const [to, side, stride, pad] = [option(0, 0), option(1, 1), option(3, 1), option(4, 0)]
  const groups = type === 'ConvolutionDepthWise' ? option(7, 1) : 1
  const dims = [to, channels / groups, side, side]
  if (pad < 0 || sizeOf(dims) !== option(6, 0)) throw new GraphImportError(`${name}: its weights do not fit its shape`)
  const { kernel, bias } = kernelOf(importer, layer)
  const inputs = [
    input,
    importer.constant(`${name}/kernel`, { dims, data: kernel }),
    importer.constant(`${name}/bias`, { dims: [to], data: bias }),
  ]
  const after = (length: number) => Math.floor((length + 2 * pad - side) / stride) + 1
  const shape: Shape = [to, after(height), after(width)]
  const slope = arrays.get(10)?.[0]
  const activation = option(9, 0)
  if (activation !== 0 && (activation !== LEAKY || slope === undefined))
    throw new GraphImportError(`${name}: activation ${activation} is not supported`)
  const result = activation === 0 ? output : `${name}/sum`
  importer.emit('Conv', inputs, [result, shape], {
    strides: ints([stride, stride]),
    pads: ints([pad, pad, pad, pad]),
    group: int(groups),
  })
  if (slope !== undefined && activation === LEAKY)
    importer.emit('LeakyRelu', [result], [output, shape], { alpha: float(slope) })
}

const pool: Convert = (importer, layer) => {
  const { name, options } = layer
  const [input, output] = ends(layer)
  const [channels, height, width] = importer.shapeOf(input)
  const [kind, side, stride, pad] = [options.get(0) ?? 0, options.get(1) ?? 1, options.get(2) ?? 1, options.get(3) ?? 0]
  // Of ncnn's ways of padding, only that which adds nothing at the far edges is the same in ONNX.
  if (kind !== 0 || options.get(5) !== 1) throw new GraphImportError(`${name}: this pooling is not supported`)
  const after = (length: number) => Math.floor((length + 2 * pad - side) / stride) + 1
  importer.emit('MaxPool', [input], [output, [channels, after(height), after(width)]], {
    kernel_shape: ints([side, side]),
    strides: ints([stride, stride]),
    pads: ints([pad, pad, pad, pad]),
  })
}

const shuffle: Convert = (importer, layer) => {
  const [input, output] = ends(layer)
  const shape = importer.shapeOf(input)
  const [channels, height, width] = shape
  const groups = layer.options.get(0) ?? 1
  const to = (name: string, dims: readonly number[]) =>
    importer.constant(`${layer.name}/${name}`, wholeNumbers([1, ...dims]))
  const [apart, turned] = [`${layer.name}/apart`, `${layer.name}/turned`]
  importer.emit('Reshape', [input, to('groups', [groups, channels / groups, height, width])], [apart, shape])
  importer.emit('Transpose', [apart], [turned, shape], { perm: ints([0, 2, 1, 3, 4]) })
  importer.emit('Reshape', [turned, to('channels', shape)], [output, shape])
}

/** Cuts channels into parts. A size of −233 stands for an equal share of what is left. */
const slice: Convert = (importer, { name, inputs, outputs, arrays }) => {
  const [input = ''] = inputs
  const [channels, height, width] = importer.shapeOf(input)
  const sizes = arrays.get(0) ?? []
  if (sizes.length !== outputs.length) throw new GraphImportError(`${name}: the sizes of its parts are missing`)
  let start = 0
  for (const [index, output] of outputs.entries()) {
    const told = sizes[index] ?? -233
    const size = told === -233 ? (channels - start) / (outputs.length - index) : told
    const bound = (which: string, value: number) =>
      importer.constant(`${name}/${which}/${index}`, wholeNumbers([value]))
    const places = [bound('start', start), bound('end', start + size), bound('axis', 1)]
    importer.emit('Slice', [input, ...places], [output, [size, height, width]])
    start += size
  }
}

const concatenate: Convert = (importer, { name, inputs, outputs, options }) => {
  if ((options.get(0) ?? 0) !== 0) throw new GraphImportError(`${name}: only channels can be put together`)
  const shapes = inputs.map((one) => importer.shapeOf(one))
  const [, height, width] = shapes[0] ?? [0, 0, 0]
  const channels = shapes.reduce((sum, [count]) => sum + count, 0)
  importer.emit('Concat', inputs, [outputs[0] ?? name, [channels, height, width]], { axis: int(1) })
}

const enlarge: Convert = (importer, layer) => {
  const [input, output] = ends(layer)
  const [channels, height, width] = importer.shapeOf(input)
  const [kind, tall, wide] = [layer.options.get(0), layer.options.get(1) ?? 1, layer.options.get(2) ?? 1]
  if (kind !== 2) throw new GraphImportError(`${layer.name}: this interpolation is not supported`)
  const shape: Shape = [channels, height * tall, width * wide]
  const size = importer.constant(`${layer.name}/size`, wholeNumbers([1, ...shape]))
  importer.emit('Resize', [input, '', '', size], [output, shape], {
    mode: text('linear'),
    coordinate_transformation_mode: text('half_pixel'),
  })
}

const add: Convert = (importer, { name, inputs, outputs, options }) => {
  if ((options.get(0) ?? 0) !== 0) throw new GraphImportError(`${name}: only sums are supported`)
  importer.emit('Add', inputs, [outputs[0] ?? name, importer.shapeOf(inputs[0])])
}

const CONVERT: Readonly<Record<string, Convert>> = {
  Convolution: convolve,
  ConvolutionDepthWise: convolve,
  Pooling: pool,
  ShuffleChannel: shuffle,
  Slice: slice,
  Concat: concatenate,
  Interp: enlarge,
  BinaryOp: add,
  Split: (importer, { inputs, outputs }) => {
    for (const output of outputs) importer.passOn(inputs[0] ?? '', output)
  },
  Sigmoid: (importer, layer) => {
    const [input, output] = ends(layer)
    importer.emit('Sigmoid', [input], [output, importer.shapeOf(input)])
  },
}

function check({ type, name, options }: NcnnLayer): void {
  const understood = UNDERSTOOD[type] ?? []
  const other = [...options.keys()].find((key) => !understood.includes(key))
  if (other !== undefined) throw new GraphImportError(`${name}: option ${other} of ${type} is not supported`)
}

/**
 * Converts an ncnn network (its .param and .bin files) to ONNX, up to the named values. Weights of 8 and 16 bits become floats; activations stay
 * floats. Layers after the named values are left out, as long as they have no weights.
 * @param input the size of the picture, which the files leave open
 * @throws GraphImportError with the name of the unsupported part
 */
export function importNcnn(
  param: string,
  bin: Uint8Array,
  { input, outputs }: { input: { width: number; height: number }; outputs: readonly string[] },
): Omit<OnnxGraph, 'outputs'> & { outputs: { name: string; dims: readonly number[] }[] } {
  const importer = new NcnnGraph(new NcnnWeights(bin))
  const inputs: { name: string; dims: readonly number[] }[] = []
  for (const layer of readNcnnParam(param)) {
    if (layer.type === 'Input') {
      const shape: Shape = [3, input.height, input.width]
      const [name = layer.name] = layer.outputs
      inputs.push({ name, dims: [1, ...shape] })
      importer.shapes.set(name, shape)
      continue
    }
    const convert = CONVERT[layer.type]
    if (convert === undefined) {
      if (outputs.some((name) => layer.outputs.includes(name)) || !outputs.every((name) => importer.shapes.has(name)))
        throw new GraphImportError(`operator ${layer.type} is not supported (${layer.name})`)
      continue
    }
    check(layer)
    convert(importer, layer)
  }
  if (!importer.weights.isAtEnd) throw new GraphImportError('the .bin file does not belong to this .param file')
  return {
    name: 'ncnn',
    inputs,
    outputs: outputs.map((name) => ({ name: importer.nameOf(name), dims: [1, ...importer.shapeOf(name)] })),
    nodes: importer.nodes,
    constants: importer.constants,
  }
}
