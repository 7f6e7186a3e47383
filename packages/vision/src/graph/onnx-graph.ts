/** A constant of a graph. */
export interface OnnxTensor {
  dims: readonly number[]
  data: Float32Array | BigInt64Array | Int32Array | Int8Array | Uint8Array
}

/** A value of an operator's attribute. ONNX distinguishes integers from floats. */
export type OnnxAttribute = { int: number } | { ints: readonly number[] } | { float: number } | { text: string }

/** One operator of a graph. Inputs and outputs are names of values; an empty name is an omitted input. */
export interface OnnxNode {
  op: string
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Readonly<Record<string, OnnxAttribute>>
}

/** An input or output of a graph: 32-bit floats. */
export interface OnnxValue {
  name: string
  /** The shape. Undefined if any shape is possible. */
  dims?: readonly number[]
}

/** A neural network as an ONNX graph (operator set 17). The nodes are in topological order. */
export interface OnnxGraph {
  name: string
  inputs: readonly OnnxValue[]
  outputs: readonly OnnxValue[]
  nodes: readonly OnnxNode[]
  constants: ReadonlyMap<string, OnnxTensor>
}

/** A graph that cannot be converted to ONNX; the message names the unsupported operator or file part. */
export class GraphImportError extends Error {
  override readonly name = 'GraphImportError'
}

/** Creates an integer attribute. */
export const int = (value: number): OnnxAttribute => ({ int: value })
export const ints = (values: readonly number[]): OnnxAttribute => ({ ints: values })
export const float = (value: number): OnnxAttribute => ({ float: value })
export const text = (value: string): OnnxAttribute => ({ text: value })

/** Creates a constant list of integers, as operators need it for shapes and axes. */
export const wholeNumbers = (values: readonly number[]): OnnxTensor => ({
  dims: [values.length],
  data: BigInt64Array.from(values, (value) => BigInt(value)),
})

/** Returns how many numbers a tensor of this shape has. */
export const sizeOf = (dims: readonly number[]): number => dims.reduce((product, dim) => product * dim, 1)
