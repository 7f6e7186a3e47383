import type { Decoder, Demuxer } from 'node-av/api'
import {
  AV_FRAME_FLAG_CORRUPT,
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_CORRUPT,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants'
import { Frame, Packet } from 'node-av/lib'
import type { Stream } from 'node-av/lib'
import { LIMITS } from '../limits.ts'
import type { MediaProblem } from '../types.ts'
import type { ClipSpan } from './clip-span.ts'

/**
 * The longest time at the end of a clip without a picture, as a multiple of the longest gap between its pictures. Cameras with few or
 * irregular pictures a second show the last picture about as long as any earlier one.
 */
const GAP_SLACK = 1.5

/** A decoded picture with its time in seconds on the clip's clock. Invalid after the next picture is read. */
export interface ReadPicture {
  frame: Frame
  seconds: number
}

/** Reads a clip's pictures and records damage, because FFmpeg itself skips damaged parts without an error. */
export class PictureReader {
  readonly #demuxer: Demuxer
  readonly #decoder: Decoder
  readonly #stream: Stream
  readonly #deadline: number
  #hasKey = false
  #damage: string | null = null
  #ended: 'not-yet' | 'file' | 'limit' | 'time' = 'not-yet'
  /** Seconds on the clip's clock up to which the file has any data, including sound. */
  #reached = 0
  #longestGap = 0
  #spacing = 0
  #nextShown = 0

  constructor(demuxer: Demuxer, decoder: Decoder, stream: Stream, deadline: number) {
    this.#demuxer = demuxer
    this.#decoder = decoder
    this.#stream = stream
    this.#deadline = deadline
  }

  /** Yields the decoded pictures in order, within all limits that apply to every clip. */
  *pictures(): Generator<ReadPicture> {
    using frame = new Frame()
    frame.alloc()
    let decoded = 0
    for (const packet of this.#packets()) {
      for (const picture of this.#decode(packet, frame)) {
        decoded += 1
        yield { frame: picture, seconds: this.#shownAt(picture) }
      }
      if (decoded <= LIMITS.clipDecodedFrames) continue
      this.#ended = 'limit'
      return
    }
  }

  /**
   * Returns what is missing, after reading. Null if nothing is missing before the point where reading stopped intentionally.
   */
  problem({ start, length, recorded, tolerance }: ClipSpan): Pick<MediaProblem, 'code' | 'detail'> | null {
    const seconds = Math.max(0, this.#reached - start)
    const reached = `${seconds.toFixed(1)} s`
    if (this.#ended === 'time') return { code: 'timeout', detail: `read up to ${reached}` }
    if (this.#ended === 'limit') return { code: 'too-large', detail: `too many pictures, read up to ${reached}` }
    if (this.#damage !== null) return { code: 'truncated', detail: this.#damage }
    const slack = tolerance + GAP_SLACK * this.#longestGap
    if (recorded - length > slack)
      return { code: 'truncated', detail: `ends after ${length.toFixed(1)} of ${recorded.toFixed(1)} s` }
    if (this.#ended !== 'file' || length - seconds <= slack) return null
    return { code: 'truncated', detail: `ends after ${seconds.toFixed(1)} of ${length.toFixed(1)} s` }
  }

  /** Yields the packets of the pictures, then null at the end. */
  *#packets(): Generator<Packet | null> {
    const context = this.#demuxer.getFormatContext()
    using packet = new Packet()
    packet.alloc()
    let count = 0
    // Raw streams have no times. Each of their pictures gets the time directly after the previous one.
    let next = 0n
    let last: { seconds: number; isTimed: boolean } | null = null
    for (;;) {
      if (performance.now() > this.#deadline) {
        this.#ended = 'time'
        return
      }
      const result = context.readFrameSync(packet)
      if (result < 0 && result !== AVERROR_EAGAIN) {
        this.#ended = 'file'
        if (result !== AVERROR_EOF) this.#damage ??= 'a part cannot be read'
        yield null
        return
      }
      count += 1
      if (count > LIMITS.clipPackets) {
        this.#ended = 'limit'
        return
      }
      if (result < 0) continue
      const isPicture = packet.streamIndex === this.#stream.index
      // Some clips have display times, but no decoding times, for their first pictures. Such packets get no invented decoding times.
      const isTimed = packet.dts !== AV_NOPTS_VALUE
      if (isPicture) {
        if (!isTimed && packet.pts === AV_NOPTS_VALUE) packet.dts = next
        next = (packet.dts === AV_NOPTS_VALUE ? packet.pts : packet.dts) + packet.duration
      }
      const seconds = this.#note(packet)
      if (isPicture && seconds !== null) {
        this.#spacing = last === null ? 0 : seconds - last.seconds
        // A gap beside an invented time is ignored. It can be as long as the time from the clip's start to where reading began.
        if (isTimed && last?.isTimed) this.#longestGap = Math.max(this.#longestGap, this.#spacing)
        last = { seconds, isTimed }
      }
      if (isPicture) {
        // An empty packet is a picture that the encoder omitted on purpose.
        if (packet.size > 0) yield packet
      }
      packet.unref()
    }
  }

  /** Records how far the file reaches. @returns the packet's decoding time in seconds, if known */
  #note(packet: Packet): number | null {
    const unit = this.#demuxer.streams[packet.streamIndex]?.timeBase ?? this.#stream.timeBase
    const secondsOf = (time: bigint) => (Number(time) * unit.num) / unit.den
    const shown = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts
    if (shown !== AV_NOPTS_VALUE) this.#reached = Math.max(this.#reached, secondsOf(shown + packet.duration))
    return packet.dts === AV_NOPTS_VALUE ? null : secondsOf(packet.dts)
  }

  /** Returns the time at which a picture is shown, in seconds. A picture without a time is shown directly after the previous one. */
  #shownAt(frame: Frame): number {
    const { num, den } = this.#stream.timeBase
    const time = frame.bestEffortTimestamp
    const seconds = time === AV_NOPTS_VALUE ? this.#nextShown : (Number(time) * num) / den
    this.#nextShown = seconds + this.#spacing
    return seconds
  }

  *#decode(packet: Packet | null, frame: Frame): Generator<Frame> {
    const context = this.#decoder.getCodecContext()
    if (context === null) throw new Error('the decoder is closed')
    if (packet?.isKeyframe) this.#hasKey = true
    if (packet?.hasFlags(AV_PKT_FLAG_CORRUPT)) this.#missed('a part is missing')
    const sent = context.sendPacketSync(packet)
    if (sent < 0 && sent !== AVERROR_EOF) this.#missed('a picture cannot be decoded')
    for (;;) {
      const received = context.receiveFrameSync(frame)
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return
      if (received < 0) {
        this.#missed('a picture cannot be decoded')
        continue
      }
      // A damaged picture is analysed too, because its readable part may show an intruder.
      if (frame.decodeErrorFlags !== 0 || frame.hasFlags(AV_FRAME_FLAG_CORRUPT)) this.#missed('a picture is damaged')
      yield frame
      frame.unref()
    }
  }

  /** Records damage, but only after the first key frame. A recording may start with pictures that depend on pictures before its start. */
  #missed(what: string): void {
    if (this.#hasKey) this.#damage ??= what
  }
}
