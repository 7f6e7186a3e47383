import { readReply, type RtspReply } from './reply.ts'

/** What an RTSP server sends: replies, and between them packets of its streams (RFC 2326, 10.12). */
export interface InterleavedHandlers {
  onReply: (reply: RtspReply) => void
  /** The packet is a part of what was received, and must be copied to be kept. */
  onPacket: (channel: number, packet: Buffer) => void
}

const DOLLAR = 0x24
const HEAD_BYTES = 4
const NOTHING = Buffer.alloc(0)

/** Splits what an RTSP server sends into replies and packets. It keeps no more than one of them: at most 64 kB. */
export class InterleavedReader {
  readonly #handlers: InterleavedHandlers
  /** The beginning of what is not complete yet. */
  #rest: Buffer = NOTHING

  constructor(handlers: InterleavedHandlers) {
    this.#handlers = handlers
  }

  /** @returns false if this is no RTSP; then nothing more can be read. */
  push(chunk: Buffer): boolean {
    const received = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (at < received.length) {
      const taken = received[at] === DOLLAR ? this.#takePacket(received, at) : this.#takeReply(received, at)
      if (taken === 'invalid') return false
      if (taken === 'partial') break
      at += taken
    }
    // A copy, so that a few bytes do not keep the whole chunk of the socket in memory.
    this.#rest = at === received.length ? NOTHING : Buffer.from(received.subarray(at))
    return true
  }

  #takePacket(received: Buffer, at: number): number | 'partial' {
    if (received.length - at < HEAD_BYTES) return 'partial'
    const end = at + HEAD_BYTES + received.readUInt16BE(at + 2)
    if (end > received.length) return 'partial'
    this.#handlers.onPacket(received.readUInt8(at + 1), received.subarray(at + HEAD_BYTES, end))
    return end - at
  }

  #takeReply(received: Buffer, at: number): number | 'partial' | 'invalid' {
    const reading = readReply(received.subarray(at))
    if (reading.state !== 'complete') return reading.state
    this.#handlers.onReply(reading.reply)
    return reading.bytes
  }
}
