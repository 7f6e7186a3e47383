import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import { importOpenVino, type OpenVinoLayer } from '../graph/import-openvino.ts'
import { GraphImportError, type OnnxGraph } from '../graph/onnx-graph.ts'
import { quantise, valuesToMeasure } from '../graph/quantise.ts'

const LEVELS = 5
/** The outputs of a cell for its three anchors, with the number of values of each. */
const PARTS = { cls: 9, ctr: 3, box: 12 }

/** The outputs, transposed so that a cell's values are adjacent. The layers after them select boxes; our own code does that instead. */
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

/** Made by `npm run ranges`: the range of the network's values on labelled alarms. */
export const RANGES_FILE = new URL('./person-vehicle-bike-ranges.json', import.meta.url)

const rangesSchema = z.object({
  /** The number of pictures that were measured. */
  pictures: z.int(),
  /** The lowest and the highest of each value, in the order of `valuesToMeasure`. */
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
 * Converts it to an ONNX file with integer arithmetic. This is twice as fast and changes scores by 0.01. An edition whose structure does
 * not match the measured ranges keeps floating-point arithmetic.
 */
export function convertPersonVehicleBike(xml: string, bin: Uint8Array): Uint8Array {
  const graph = importPersonVehicleBike(xml, bin)
  const { ranges } = rangesSchema.parse(JSON.parse(readFileSync(RANGES_FILE, 'utf8')))
  return encodeOnnx(ranges.length === valuesToMeasure(graph).length ? quantise(graph, ranges) : graph)
}
