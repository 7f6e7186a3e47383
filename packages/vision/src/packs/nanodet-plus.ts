import { encodeOnnx } from '../graph/encode-onnx.ts'
import { importNcnn } from '../graph/import-ncnn.ts'
import { int, ints, sizeOf, wholeNumbers, type OnnxGraph, type OnnxNode, type OnnxTensor } from '../graph/onnx-graph.ts'

const STRIDES = [8, 16, 32, 64] as const
/** The picture that the network looks at. Its files leave the size open; this one shows small people and costs as much as a square of 496. */
export const NANODET_PLUS_INPUT = { width: 640, height: 384 }

/**
 * Reads NanoDet-Plus from the files that ncnn reads, in which it is published with 8-bit weights. The outputs of its strides are put together as in
 * the ONNX files of its authors: one row for each cell, with the scores of the classes and the distributions of the four distances.
 */
function importNanodetPlus(param: string, bin: Uint8Array): OnnxGraph {
  const parts = STRIDES.flatMap((stride) => [`cls${stride}`, `dis${stride}_pre`])
  const graph = importNcnn(param, bin, { input: NANODET_PLUS_INPUT, outputs: parts })
  const nodes: OnnxNode[] = [...graph.nodes]
  const constants = new Map<string, OnnxTensor>(graph.constants)
  let [cells, fields] = [0, 0]
  for (const [index, stride] of STRIDES.entries()) {
    const [scores, distances] = [graph.outputs[2 * index]!, graph.outputs[2 * index + 1]!]
    const area = sizeOf(scores.dims.slice(2))
    fields = (scores.dims[1] ?? 0) + (distances.dims[1] ?? 0)
    cells += area
    constants.set(`shape${stride}`, wholeNumbers([1, fields, area]))
    nodes.push(
      { op: 'Concat', inputs: [scores.name, distances.name], outputs: [`both${stride}`], attributes: { axis: int(1) } },
      { op: 'Reshape', inputs: [`both${stride}`, `shape${stride}`], outputs: [`rows${stride}`] },
    )
  }
  nodes.push(
    { op: 'Concat', inputs: STRIDES.map((one) => `rows${one}`), outputs: ['columns'], attributes: { axis: int(2) } },
    { op: 'Transpose', inputs: ['columns'], outputs: ['output'], attributes: { perm: ints([0, 2, 1]) } },
  )
  return { ...graph, name: 'nanodet-plus', nodes, constants, outputs: [{ name: 'output', dims: [1, cells, fields] }] }
}

/** Converts the published files of NanoDet-Plus to an ONNX file. */
export const convertNanodetPlus = (param: string, bin: Uint8Array): Uint8Array =>
  encodeOnnx(importNanodetPlus(param, bin))
