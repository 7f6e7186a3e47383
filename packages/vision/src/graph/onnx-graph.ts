/** A constant of a graph. */
export interface OnnxTensor {
  dims: readonly number[]
  data: Float32Array | BigInt64Array | Int32Array | Int8Array | Uint8Array
}

/** A value of an operator's attribute; ONNX tells whole numbers and fractions apart. */
export type OnnxAttribute = { int: number } | { ints: readonly number[] } | { float: number } | { text: string }

/** One operator at work. Inputs and outputs are names of values; an empty input is one left out. */
export interface OnnxNode {
  op: string
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Readonly<Record<string, OnnxAttribute>>
}

/** What goes into a graph or comes out of it: 32-bit floats. */
export interface OnnxValue {
  name: string
  /** Undefined: whatever shape it has. */
  dims?: readonly number[]
}

/** A neural network in the terms of ONNX (operator set 17). Nodes stand in an order in which they can be computed. */
export interface OnnxGraph {
  name: string
  inputs: readonly OnnxValue[]
  outputs: readonly OnnxValue[]
  nodes: readonly OnnxNode[]
  constants: ReadonlyMap<string, OnnxTensor>
}

/** A graph that cannot be brought into ONNX, with the operator or file part that stands in the way. */
export class GraphImportError extends Error {
  override readonly name = 'GraphImportError'
}

/** Shorthand for attributes. */
export const int = (value: number): OnnxAttribute => ({ int: value })
export const ints = (values: readonly number[]): OnnxAttribute => ({ ints: values })
export const float = (value: number): OnnxAttribute => ({ float: value })
export const text = (value: string): OnnxAttribute => ({ text: value })

/** Whole numbers as a constant, as shapes and axes are given to operators. */
export const wholeNumbers = (values: readonly number[]): OnnxTensor => ({
  dims: [values.length],
  data: BigInt64Array.from(values, (value) => BigInt(value)),
})

/** How many numbers a tensor of a shape holds. */
export const sizeOf = (dims: readonly number[]): number => dims.reduce((product, dim) => product * dim, 1)
