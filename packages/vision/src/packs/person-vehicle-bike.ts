import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import { importOpenVino, type OpenVinoLayer } from '../graph/import-openvino.ts'
import { GraphImportError, type OnnxGraph } from '../graph/onnx-graph.ts'
import { quantise, valuesToMeasure } from '../graph/quantise.ts'

const LEVELS = 5
/** The outputs, with the number of values for each cell (for its three anchors together). */
const PARTS = { cls: 9, ctr: 3, box: 12 }

/**
 * Returns the layers that become outputs, which are transposed so that the values of a cell are adjacent. The later layers select boxes.
 * They are left out, because our own code selects boxes.
 */
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

/** The file with the ranges of the network's values on labelled alarms, written by `npm run ranges`. */
export const RANGES_FILE = new URL('./person-vehicle-bike-ranges.json', import.meta.url)

const rangesSchema = z.object({
  /** The number of pictures that were measured. */
  pictures: z.int(),
  /** The lowest and the highest number of each value, in the order of `valuesToMeasure`. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
})

export type MeasuredRanges = z.infer<typeof rangesSchema>

/**
 * Reads person-vehicle-bike-detection-2003 of Intel's Open Model Zoo: an ATSS detector for cameras that look down on a scene, published
 * only for OpenVINO.
 */
export function importPersonVehicleBike(xml: string, bin: Uint8Array): OnnxGraph {
  return importOpenVino(xml, bin, headsOf)
}

/**
 * Converts person-vehicle-bike-detection-2003 to an ONNX file with integer arithmetic, which is twice as fast and changes scores by about
 * 0.01. If the structure of this edition does not match the measured ranges, the file keeps floating-point arithmetic.
 */
export function convertPersonVehicleBike(xml: string, bin: Uint8Array): Uint8Array {
  const graph = importPersonVehicleBike(xml, bin)
  const { ranges } = rangesSchema.parse(JSON.parse(readFileSync(RANGES_FILE, 'utf8')))
  return encodeOnnx(ranges.length === valuesToMeasure(graph).length ? quantise(graph, ranges) : graph)
}
