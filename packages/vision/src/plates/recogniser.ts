import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { recogniserFile, recogniserFolder } from './recogniser-file.ts'
import { LINE_HEIGHT, WIDEST_LINE, type LineReader, type ReadCharacter } from './line-reader.ts'

/** The characters of plates in nearly every country with the Latin script. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** Narrowest picture that the network accepts, in pixels. */
const NARROWEST = 16
/** The log level at which ONNX Runtime logs only errors. */
const ERRORS = 3
/** The grey level that the network gets as 0, and the distance from it that it gets as 1. */
const MIDDLE = 127.5

/** The place of each character among the network's classes. Class 0 is "no character"; the dictionary has one character a line. */
function placesIn(dictionary: string): number[] {
  const lines = dictionary.split('\n')
  return Array.from(CHARACTERS, (character) => lines.indexOf(character) + 1)
}

/**
 * Reads the answer of a network that was trained with connectionist temporal classification (Graves 2006): one class for each step from
 * left to right, where equal neighbours are one character. All classes that no plate has are ignored.
 */
function charactersOf(shares: Float32Array, classes: number, places: readonly number[]): ReadCharacter[] {
  const read: ReadCharacter[] = []
  let last = -1
  for (let step = 0; step < shares.length; step += classes) {
    let best = -1
    let share = shares[step]!
    for (const [index, place] of places.entries()) {
      const own = shares[step + place]!
      if (own > share) [best, share] = [index, own]
    }
    const before = read.at(-1)
    if (best >= 0 && best === last && before !== undefined) before.confidence = Math.max(before.confidence, share)
    else if (best >= 0) read.push({ character: CHARACTERS[best] ?? '', confidence: share })
    last = best
  }
  return read
}

/**
 * Loads the text recogniser of PP-OCRv4 from an installed package, never from the Internet. It runs in this thread. A process can use ONNX
 * Runtime in one thread only, so the analysis processes load it in the thread of the networks.
 */
export async function loadRecogniser(): Promise<LineReader> {
  const session = await InferenceSession.create(recogniserFile(), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: ERRORS,
  })
  const places = placesIn(await readFile(path.join(recogniserFolder(), 'assets/ppocr_keys_v1.txt'), 'utf8'))
  const [input, output] = [session.inputNames[0], session.outputNames[0]]
  if (input === undefined || output === undefined || places.includes(0))
    throw new Error('the text recogniser is not the expected one')
  return {
    read: async ({ width, height, data }) => {
      if (height !== LINE_HEIGHT || width < NARROWEST || width > WIDEST_LINE || data.length !== width * height)
        throw new RangeError(`a line of ${width} × ${height} pixels cannot be read`)
      const area = width * height
      const numbers = new Float32Array(3 * area)
      for (let at = 0; at < area; at += 1) numbers[at] = data[at]! / MIDDLE - 1
      numbers.copyWithin(area, 0, area)
      numbers.copyWithin(2 * area, 0, area)
      const answer = (await session.run({ [input]: new Tensor('float32', numbers, [1, 3, height, width]) }))[output]
      const classes = answer?.dims.at(-1)
      if (!(answer?.data instanceof Float32Array) || classes === undefined)
        throw new Error('the text recogniser did not answer')
      return charactersOf(answer.data, classes, places)
    },
  }
}
