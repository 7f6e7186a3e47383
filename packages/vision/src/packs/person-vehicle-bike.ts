import { encodeOnnx } from '../graph/encode-onnx.ts'
import { importOpenVino, type OpenVinoLayer } from '../graph/import-openvino.ts'
import { GraphImportError } from '../graph/onnx-graph.ts'

const LEVELS = 5
/** What a cell says for its three anchors, by how many numbers that takes. */
const PARTS = { cls: 9, ctr: 3, box: 12 }

/** The heads are turned so that a cell's numbers stand together; what follows them chooses boxes, which we do ourselves. */
function headsOf(layers: readonly OpenVinoLayer[]): Map<string, OpenVinoLayer> {
  const heads = new Map<string, OpenVinoLayer>()
  for (const [part, numbers] of Object.entries(PARTS)) {
    const found = layers
      .filter((layer) => layer.type === 'Transpose' && layer.dims.length > 2 && layer.dims.at(-1) === numbers)
      .toSorted((a, b) => (b.dims.at(-2) ?? 0) - (a.dims.at(-2) ?? 0))
    if (found.length !== LEVELS)
      throw new GraphImportError(`this is not person-vehicle-bike-detection-2003: ${found.length} heads of ${part}`)
    for (const [level, layer] of found.entries()) heads.set(`${part}${level}`, layer)
  }
  return heads
}

/**
 * Makes an ONNX file of person-vehicle-bike-detection-2003 of Intel's Open Model Zoo, an ATSS detector made for cameras that look
 * down on a scene, which is published for OpenVINO only.
 */
export function convertPersonVehicleBike(xml: string, bin: Uint8Array): Uint8Array {
  return encodeOnnx(importOpenVino(xml, bin, headsOf))
}
