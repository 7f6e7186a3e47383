import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import { importOpenVino, type OpenVinoLayer } from '../graph/import-openvino.ts'
import { GraphImportError, type OnnxGraph } from '../graph/onnx-graph.ts'
import { quantise, valuesToMeasure } from '../graph/quantise.ts'

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

/** Made by `npm run ranges`: how far the network's values go on labelled alarms. */
export const RANGES_FILE = new URL('./person-vehicle-bike-ranges.json', import.meta.url)

const rangesSchema = z.object({
  /** How many pictures they were seen on. */
  pictures: z.int(),
  /** Lowest and highest number of each value, in the order of `valuesToMeasure`. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
})

export type MeasuredRanges = z.infer<typeof rangesSchema>

/**
 * Reads person-vehicle-bike-detection-2003 of Intel's Open Model Zoo, an ATSS detector made for cameras that look down on a scene,
 * which is published for OpenVINO only.
 */
export function importPersonVehicleBike(xml: string, bin: Uint8Array): OnnxGraph {
  return importOpenVino(xml, bin, headsOf)
}

/**
 * Makes an ONNX file of it, computed in whole numbers: twice as fast, at answers that differ by 0.01. An edition that is built in
 * another way than the one whose ranges are known stays in floats.
 */
export function convertPersonVehicleBike(xml: string, bin: Uint8Array): Uint8Array {
  const graph = importPersonVehicleBike(xml, bin)
  const { ranges } = rangesSchema.parse(JSON.parse(readFileSync(RANGES_FILE, 'utf8')))
  return encodeOnnx(ranges.length === valuesToMeasure(graph).length ? quantise(graph, ranges) : graph)
}
