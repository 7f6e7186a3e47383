/**
 * Measures the ranges of the values inside pvb-2003 on the pictures of labelled alarms, and writes them for its quantisation
 * (`packs/person-vehicle-bike-ranges.json`). Uses the first picture of each alarm whose licence permits it.
 *
 *   npm run ranges -- --manifest ALARMS.csv --network person-vehicle-bike-detection-2003.xml
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { openMedia } from '../decode/decode-media.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { detect } from '../detect/detector.ts'
import { detectorOf } from '../detect/network.ts'
import { createInput } from '../detect/network-input.ts'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import type { OnnxGraph } from '../graph/onnx-graph.ts'
import { valuesToMeasure, type Range } from '../graph/quantise.ts'
import { PUBLISHED_PACKS } from '../packs/catalogue.ts'
import { importPersonVehicleBike, RANGES_FILE, type MeasuredRanges } from '../packs/person-vehicle-bike.ts'
import { mayLearnFrom } from './may-learn-from.ts'
import { jobOf } from './job-of.ts'
import { readManifest } from './read-manifest.ts'

/** The time limit for decoding, in milliseconds. Every picture takes less. */
const DECODING_MS = 60_000

const rounded = (value: number): number => Number(value.toPrecision(4))

function widen([low, high]: Range, numbers: Float32Array): Range {
  let [from, to] = [low, high]
  for (const number of numbers) {
    if (number < from) from = number
    if (number > to) to = number
  }
  return [from, to]
}

/** Runs the network on pictures as the pack does, and returns the range of each measured value. */
async function rangesOn(pictures: AsyncIterable<RgbImage>, graph: OnnxGraph): Promise<MeasuredRanges> {
  const pack = PUBLISHED_PACKS.find(({ manifest }) => manifest.id === 'pvb-2003')
  if (pack === undefined) throw new Error('pvb-2003 is no known pack')
  const { manifest } = pack
  const values = valuesToMeasure(graph)
  const session = await InferenceSession.create(
    encodeOnnx({ ...graph, outputs: values.map((name) => ({ name })) }),
    // Fused operators would hide the values between them. The suppressed warnings are about the unknown shapes of these values.
    { graphOptimizationLevel: 'disabled', logSeverityLevel: 3 },
  )
  const input = createInput(manifest.input)
  let ranges = values.map((): Range => [0, 0])
  const detector = detectorOf({
    ...manifest,
    sees: [],
    look: async (pixels, frame) => {
      input.fill(pixels, frame)
      const { width, height, name } = manifest.input
      const seen = await session.run({ [name]: new Tensor('float32', input.numbers, [1, 3, height, width]) })
      ranges = ranges.map((range, index) => {
        const data = seen[values[index]!]?.data
        if (!(data instanceof Float32Array)) throw new TypeError(`${values[index]} is not of floats`)
        return widen(range, data)
      })
      return { sightings: [], inferenceMs: 0 }
    },
  })
  let count = 0
  for await (const picture of pictures) {
    await detect(detector, picture)
    count += 1
  }
  return { pictures: count, ranges: ranges.map(([low, high]) => [rounded(low), rounded(high)]) }
}

async function* picturesOf(manifest: string): AsyncGenerator<RgbImage> {
  for (const alarm of readManifest(manifest).filter(mayLearnFrom)) {
    const opened = await openMedia(jobOf(alarm, 3).media.slice(0, 1))
    const { frames } = await opened.decode(performance.now() + DECODING_MS)
    for (const { rgb } of frames.slice(0, 1)) yield rgb
  }
}

const { values: options } = parseArgs({ options: { manifest: { type: 'string' }, network: { type: 'string' } } })
if (options.manifest === undefined || options.network === undefined) {
  process.stderr.write('usage: npm run ranges -- --manifest FILE.csv --network FILE.xml\n')
  process.exit(1)
}
const weights = await readFile(options.network.replace(/\.xml$/i, '.bin'))
const graph = importPersonVehicleBike(await readFile(options.network, 'utf8'), new Uint8Array(weights))
const measured = await rangesOn(picturesOf(options.manifest), graph)
const rows = measured.ranges.map((range) => `    [${range.join(', ')}]`)
const text = `{\n  "pictures": ${measured.pictures},\n  "ranges": [\n${rows.join(',\n')}\n  ]\n}\n`
await writeFile(fileURLToPath(RANGES_FILE), text)
process.stdout.write(`${measured.ranges.length} values on ${measured.pictures} pictures\n`)
