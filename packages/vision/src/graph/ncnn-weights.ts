import { readFloat16 } from './float16.ts'
import { GraphImportError } from './onnx-graph.ts'

/** What precedes weights that are stored in fewer bits. */
const HALF_FLOATS = 0x01_30_6b_47
const BYTES = 0x00_0d_4b_38
const FLOATS = 0

/** Weights as they are stored. `isScaled` if they are whole numbers that are to be divided by a scale. */
interface StoredWeights {
  numbers: Float32Array
  isScaled: boolean
}

/** Reads the .bin file of an ncnn network from its beginning to its end. */
export class NcnnWeights {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  #take(length: number): Uint8Array {
    const part = this.#bytes.slice(this.#at, this.#at + length)
    if (part.length < length) throw new GraphImportError('the .bin file ends too early')
    this.#at += length
    return part
  }

  /** Numbers are aligned to four bytes. */
  #takeAligned(length: number): Uint8Array {
    return this.#take(Math.ceil(length / 4) * 4)
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.#take(count * 4).buffer, 0, count)
  }

  weights(count: number): StoredWeights {
    const tag = new DataView(this.#take(4).buffer).getUint32(0, true)
    if (tag === FLOATS) return { numbers: this.floats(count), isScaled: false }
    if (tag === HALF_FLOATS) return { numbers: readFloat16(this.#takeAligned(count * 2), count), isScaled: false }
    if (tag !== BYTES) throw new GraphImportError(`weights are stored in an unknown way (${tag.toString(16)})`)
    return { numbers: Float32Array.from(new Int8Array(this.#takeAligned(count).buffer, 0, count)), isScaled: true }
  }
}
