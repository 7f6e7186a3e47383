import { nalKind } from '../rtsp/nal-units.ts'
import type { CodedPicture } from '../rtsp/picture-assembler.ts'
import { mp4Fragment, mp4Head, type Mp4Track } from './mp4-boxes.ts'
import { readSps } from './read-sps.ts'

/** A part of a stream as MP4. */
export type Mp4Part =
  /** The beginning, or what has changed: the parts that follow belong to it. */
  | { kind: 'head'; bytes: Buffer; codec: string }
  /** One picture. */
  | { kind: 'picture'; bytes: Buffer; isKey: boolean }

const HALF = 2 ** 31
/** A longer gap in the time of a stream is one of the device's clock. */
const MOST_SECONDS = 5
/** Seconds that a picture may be shown before one that came earlier. One further back is a jump of the device's clock. */
const MOST_BACK_SECONDS = 2
/** How long a picture lasts where the clock does not tell. */
const USUAL_SECONDS = 0.04
/** Bytes and NAL units of one picture that comes in several parts: empty ones take memory too. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_NALS = 300

const SPS = 7
const PPS = 8
const typeOf = (nal: Buffer): number => (nal[0] ?? 0) & 0x1f

interface Pending {
  nals: Buffer[]
  bytes: number
  isKey: boolean
  rtpTime: number
}

/**
 * Packs the pictures of a stream of H.264 into a fragmented MP4, without decoding them. A picture is given out when the next one comes, since
 * only then it is known how long it lasts. Pictures that are shown before ones that came earlier (B-frames, which cameras hardly use) are left out.
 */
export class Mp4Stream {
  readonly #clockRate: number
  #track: Mp4Track | undefined
  #pending: Pending | undefined
  #time = 0
  #sequence = 0

  constructor(clockRate: number) {
    this.#clockRate = clockRate
  }

  /** @returns what is complete with this picture. Nothing before the first key frame with its sets of parameters */
  push({ nals, isKey, rtpTime }: CodedPicture): Mp4Part[] {
    const slices = nals.filter((nal) => nalKind('H264', nal) !== 'set')
    const before = this.#pending
    const ticks = before ? (rtpTime - before.rtpTime) >>> 0 : 0
    if (before && ticks === 0) {
      this.#join(before, slices)
      return []
    }
    const isBack = ticks >= HALF
    // Nothing is shown before a key frame that comes after it.
    const isJump = isKey || HALF * 2 - ticks > MOST_BACK_SECONDS * this.#clockRate
    if (before && isBack && !isJump) return []
    const parts = before ? [this.#close(before, isBack ? Math.ceil(USUAL_SECONDS * this.#clockRate) : ticks)] : []
    const head = isKey ? this.#headOf(nals) : undefined
    if (head) parts.push(head)
    this.#pending = this.#track && {
      nals: slices,
      bytes: slices.reduce((sum, { length }) => sum + length, 0),
      isKey,
      rtpTime,
    }
    // Without a key frame before it, it cannot be shown.
    if (!before && !isKey) this.#pending = undefined
    return parts
  }

  /** A device that ends each slice with the mark of a picture sends several with one time. */
  #join(before: Pending, slices: readonly Buffer[]): void {
    before.bytes += slices.reduce((sum, { length }) => sum + length, 0)
    if (before.bytes <= MOST_BYTES && before.nals.length + slices.length <= MOST_NALS) before.nals.push(...slices)
  }

  #close({ nals, isKey }: Pending, ticks: number): Mp4Part {
    const duration = Math.min(ticks, MOST_SECONDS * this.#clockRate)
    const time = this.#time
    this.#time += duration
    this.#sequence += 1
    return { kind: 'picture', bytes: mp4Fragment(this.#sequence, { nals, isKey, time, duration }), isKey }
  }

  /** The beginning for a key frame, if it differs from the last one. */
  #headOf(nals: readonly Buffer[]): Mp4Part | undefined {
    const sps = nals.find((nal) => typeOf(nal) === SPS)
    const pps = nals.find((nal) => typeOf(nal) === PPS)
    if (!sps || !pps) return undefined
    if (this.#track?.sps.equals(sps) && this.#track.pps.equals(pps)) return undefined
    const facts = readSps(sps)
    if (!facts) return undefined
    this.#track = { ...facts, sps, pps, timescale: this.#clockRate }
    return { kind: 'head', bytes: mp4Head(this.#track), codec: facts.codec }
  }
}
