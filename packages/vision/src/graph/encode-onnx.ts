import protobuf from 'protobufjs/minimal.js'
import type { OnnxAttribute, OnnxGraph, OnnxNode, OnnxTensor, OnnxValue } from './onnx-graph.ts'

const IR_VERSION = 8
const OPERATOR_SET = 17
/** Wire types of protocol buffers: varint, 32 bits, and length-delimited bytes. */
const VARINT = 0
const FIXED_32 = 5
const BYTES = 2

const FLOAT = 1

type Writer = protobuf.Writer

const field = (writer: Writer, number: number, type: number): Writer => writer.uint32((number << 3) | type)

function nested(writer: Writer, number: number, write: (writer: Writer) => void): void {
  field(writer, number, BYTES).fork()
  write(writer)
  writer.ldelim()
}

function writeAttribute(writer: Writer, name: string, value: OnnxAttribute): void {
  field(writer, 1, BYTES).string(name)
  const type = (number: number) => field(writer, 20, VARINT).uint32(number)
  if ('float' in value) {
    field(writer, 2, FIXED_32).float(value.float)
    type(1)
  } else if ('int' in value) {
    field(writer, 3, VARINT).int64(value.int)
    type(2)
  } else if ('text' in value) {
    field(writer, 4, BYTES).string(value.text)
    type(3)
  } else {
    for (const one of value.ints) field(writer, 8, VARINT).int64(one)
    type(7)
  }
}

function writeNode(writer: Writer, node: OnnxNode): void {
  for (const input of node.inputs) field(writer, 1, BYTES).string(input)
  for (const output of node.outputs) field(writer, 2, BYTES).string(output)
  field(writer, 4, BYTES).string(node.op)
  for (const [name, value] of Object.entries(node.attributes ?? {}))
    nested(writer, 5, (inner) => writeAttribute(inner, name, value))
}

/** ONNX's codes for element types. */
function elementTypeOf(data: OnnxTensor['data']): number {
  if (data instanceof Float32Array) return FLOAT
  if (data instanceof Uint8Array) return 2
  if (data instanceof Int8Array) return 3
  return data instanceof Int32Array ? 6 : 7
}

function writeTensor(writer: Writer, name: string, { dims, data }: OnnxTensor): void {
  for (const dim of dims) field(writer, 1, VARINT).int64(dim)
  field(writer, 2, VARINT).uint32(elementTypeOf(data))
  field(writer, 8, BYTES).string(name)
  field(writer, 9, BYTES).bytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
}

function writeValue(writer: Writer, { name, dims }: OnnxValue): void {
  field(writer, 1, BYTES).string(name)
  nested(writer, 2, (type) =>
    nested(type, 1, (tensor) => {
      field(tensor, 1, VARINT).uint32(FLOAT)
      if (dims === undefined) return
      nested(tensor, 2, (shape) => {
        for (const dim of dims) nested(shape, 1, (one) => field(one, 1, VARINT).int64(dim))
      })
    }),
  )
}

/** Encodes a graph as the content of an ONNX file: a `ModelProto` (github.com/onnx/onnx, `onnx.proto`) with little-endian numbers. */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
  const writer = protobuf.Writer.create()
  field(writer, 1, VARINT).int64(IR_VERSION)
  field(writer, 2, BYTES).string('winnow')
  nested(writer, 7, (inner) => {
    for (const node of graph.nodes) nested(inner, 1, (one) => writeNode(one, node))
    field(inner, 2, BYTES).string(graph.name)
    for (const [name, tensor] of graph.constants) nested(inner, 5, (one) => writeTensor(one, name, tensor))
    for (const value of graph.inputs) nested(inner, 11, (one) => writeValue(one, value))
    for (const value of graph.outputs) nested(inner, 12, (one) => writeValue(one, value))
  })
  nested(writer, 8, (set) => {
    field(set, 1, BYTES).string('')
    field(set, 2, VARINT).int64(OPERATOR_SET)
  })
  return writer.finish()
}
