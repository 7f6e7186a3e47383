import { GraphImportError, type OnnxAttribute, type OnnxNode, type OnnxTensor } from './onnx-graph.ts'
import type { NcnnLayer } from './ncnn-param.ts'
import type { NcnnWeights } from './ncnn-weights.ts'

/** Channels, height and width of a value. */
export type Shape = readonly [number, number, number]

/** A kind of layer as one operator, or several, of ONNX. */
export type Convert = (importer: NcnnGraph, layer: NcnnLayer) => void

/** The graph as far as it was converted: its operators, constants, and the shape of each value. */
export class NcnnGraph {
  readonly nodes: OnnxNode[] = []
  readonly constants = new Map<string, OnnxTensor>()
  readonly shapes = new Map<string, Shape>()
  /** Values that a layer passes on unchanged, by their new names. */
  readonly #same = new Map<string, string>()
  readonly weights: NcnnWeights

  constructor(weights: NcnnWeights) {
    this.weights = weights
  }

  nameOf(value: string): string {
    return this.#same.get(value) ?? value
  }

  shapeOf(value: string | undefined): Shape {
    const shape = value === undefined ? undefined : this.shapes.get(this.nameOf(value))
    if (!shape) throw new GraphImportError(`the value ${value ?? '?'} is missing`)
    return shape
  }

  passOn(from: string, to: string): void {
    this.shapeOf(from)
    this.#same.set(to, this.nameOf(from))
  }

  constant(name: string, tensor: OnnxTensor): string {
    this.constants.set(name, tensor)
    return name
  }

  emit(
    op: string,
    inputs: readonly string[],
    output: readonly [string, Shape],
    attributes?: Record<string, OnnxAttribute>,
  ): void {
    const [name, shape] = output
    const names = inputs.map((one) => this.nameOf(one))
    this.nodes.push({ op, inputs: names, outputs: [name], ...(attributes && { attributes }) })
    this.shapes.set(name, shape)
  }
}

/** The only input and the only output of a layer. */
export const ends = ({ name, inputs, outputs }: NcnnLayer): [string, string] => {
  const [input, output] = [inputs[0], outputs[0]]
  if (input === undefined || output === undefined) throw new GraphImportError(`${name} has no input or no output`)
  return [input, output]
}
