import { createRequire } from 'node:module'
import path from 'node:path'
import type { Worker as Thread } from 'node:worker_threads'
import type { Worker } from 'tesseract.js'
import type { GreyImage } from '../motion/grey-image.ts'
import type { LineReader } from './line-reader.ts'
import { within } from './within.ts'

/** The characters of plates in nearly every country with the Latin script. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** The time limit for the start in milliseconds. It takes half a second, and longer on an overloaded machine. */
const START_MS = 20_000
/** The time limit for one line in milliseconds. It usually takes about 20 ms. */
const READ_MS = 5_000
/** A plate is not a word, so the language's dictionaries would only mislead. */
const NO_WORDS = {
  load_system_dawg: '0',
  load_freq_dawg: '0',
  load_unambig_dawg: '0',
  load_punc_dawg: '0',
  load_number_dawg: '0',
  load_bigram_dawg: '0',
}

interface Running {
  worker: Worker
  /** Rejects when the thread fails. */
  broken: Promise<never>
  end: () => Promise<void>
}

/** A portable grey map (PGM), which is cheap to write and which Leptonica reads. */
function toPgm({ width, height, data }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), Uint8Array.from(data)])
}

async function start(): Promise<Running> {
  const { createWorker, OEM, PSM } = await import('tesseract.js')
  const data = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  let thread: Thread | undefined
  let fail: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  broken.catch(() => undefined)
  // The library does not expose the thread until it is ready, and an unhandled error of the thread would end the process.
  process.once('worker', (created) => {
    thread = created
    // An unclosed reader does not keep the process alive. While a line is read, its timer does.
    created.unref()
    created.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  })
  const end = async (): Promise<void> => {
    fail(new Error('The text reader was ended'))
    await thread?.terminate()
  }
  try {
    const options = {
      // Must be a folder: the library would download from an address, and without this option from its default address.
      langPath: path.join(data, '4.0.0_best_int'),
      // Nothing is cached in the working folder.
      cacheMethod: 'none',
      errorHandler: (error: unknown) => fail(new Error(String(error))),
    }
    const make = async (): Promise<Worker> => {
      const worker = await createWorker('eng', OEM.LSTM_ONLY, options, NO_WORDS)
      await worker.setParameters({
        tessedit_char_whitelist: CHARACTERS,
        tessedit_pageseg_mode: PSM.SINGLE_LINE,
        user_defined_dpi: '300',
      })
      return worker
    }
    const worker = await within(START_MS, 'Starting the text reader', Promise.race([make(), broken]))
    return { worker, broken, end }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Creates a reader with Tesseract's network for English, as WebAssembly in a separate thread. The first call of `read` starts the thread.
 * Its files come from installed packages, never from the Internet.
 */
export function createTesseract(): LineReader {
  let running: Promise<Running> | undefined
  const close = async (): Promise<void> => {
    const closing = running
    running = undefined
    await closing?.then(
      ({ end }) => end(),
      () => undefined,
    )
  }
  return {
    read: async (line) => {
      running ??= start()
      try {
        const { worker, broken } = await running
        const reading = worker.recognize(toPgm(line), {}, { text: false, blocks: true })
        const { data } = await within(READ_MS, 'Reading a line', Promise.race([reading, broken]))
        return (data.blocks ?? [])
          .flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
          .flatMap((one) => one.words.flatMap((word) => word.symbols))
          .map(({ text, confidence, bbox }) => ({
            character: text,
            confidence: confidence / 100,
            x: (bbox.x0 + bbox.x1) / 2,
          }))
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}
