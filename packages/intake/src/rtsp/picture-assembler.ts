import { CODECS, nalKind } from './nal-units.ts'
import type { VideoTrack } from './video-track.ts'

/** One coded picture, with the sets of parameters that it needs before it if it is a key frame. */
export interface CodedPicture {
  nals: Buffer[]
  isKey: boolean
  /** The time by the stream's clock, which is 32 bits wide and starts anywhere. */
  rtpTime: number
}

/** Bytes of one picture. A key frame in 4K has about 1 MB. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024
/** NAL units of one picture: one for each slice. */
const MAX_NALS = 300
/** A fragment counts for at least as much as its object takes, so that empty ones have an end too. */
const LEAST_FRAGMENT_BYTES = 128
const RTP_HEAD = 12

interface Building {
  nals: Buffer[]
  bytes: number
  isKey: boolean
  /** Part of it is missing, or it is larger than any picture. */
  isBroken: boolean
  rtpTime: number
}

export interface AssemblerOptions {
  /** Only key frames are put together. Packets of others are not copied. */
  keysOnly: () => boolean
  onPicture: (picture: CodedPicture) => void
}

/** Puts pictures together from the packets of a stream (RTP). A picture of which a packet is missing is left out. */
export class PictureAssembler {
  readonly #track: VideoTrack
  readonly #options: AssemblerOptions
  /** The sets of parameters by their type: those of the description, then those of the stream. */
  readonly #sets = new Map<number, Buffer>()
  #building: Building | undefined
  #fragments: Buffer[] = []
  #sequence: number | undefined
  /** Pictures that were left out because something of them was missing. */
  broken = 0

  constructor(track: VideoTrack, options: AssemblerOptions) {
    this.#track = track
    this.#options = options
    for (const set of track.parameterSets) this.#keepSet(set)
  }

  push(packet: Buffer): void {
    const payload = payloadOf(packet, this.#track.payloadType)
    if (!payload) return
    const sequence = packet.readUInt16BE(2)
    const rtpTime = packet.readUInt32BE(4)
    const isLost = this.#sequence !== undefined && sequence !== ((this.#sequence + 1) & 0xffff)
    this.#sequence = sequence
    // What is missing may be the end of this picture, or the beginning of the next one.
    if (isLost) this.#break()
    // Devices that never set the marker end a picture by the time of the next one.
    if (this.#building && this.#building.rtpTime !== rtpTime) this.#finish()
    this.#building ??= { nals: [], bytes: 0, isKey: false, isBroken: false, rtpTime }
    if (isLost) this.#break()
    this.#read(payload)
    if ((packet.readUInt8(1) & 0x80) !== 0) this.#finish()
  }

  #read(payload: Buffer): void {
    const codec = CODECS[this.#track.codec]
    switch (codec.packetOf(codec.typeOf(payload))) {
      case 'single':
        return this.#add([payload])
      case 'aggregate':
        return this.#readAggregate(payload.subarray(codec.headBytes))
      case 'fragment':
        return this.#readFragment(payload)
      case 'unknown':
        return this.#break()
    }
  }

  #readAggregate(payload: Buffer): void {
    let at = 0
    while (at + 2 <= payload.length) {
      const end = at + 2 + payload.readUInt16BE(at)
      if (end > payload.length || end === at + 2) return this.#break()
      this.#add([payload.subarray(at + 2, end)])
      at = end
    }
  }

  #readFragment(packet: Buffer): void {
    const codec = CODECS[this.#track.codec]
    const flags = packet[codec.headBytes]
    if (flags === undefined) return this.#break()
    const isFirst = (flags & 0x80) !== 0
    if (isFirst) {
      this.#fragments = []
      const head = codec.headOf(packet)
      // The first fragment tells what it is part of. One that nobody wants is not begun, so its other fragments are not kept.
      if (!this.#isWanted(head)) return
      this.#fragments.push(head)
    }
    if (this.#fragments.length === 0) return
    const bytes = packet.subarray(codec.headBytes + 1)
    if (!this.#hasRoom(Math.max(bytes.length, LEAST_FRAGMENT_BYTES))) return this.#break()
    this.#fragments.push(Buffer.from(bytes))
    if ((flags & 0x40) === 0) return
    const whole = this.#fragments
    this.#fragments = []
    this.#add(whole, true)
  }

  #isWanted(head: Buffer): boolean {
    return !(this.#options.keysOnly() && nalKind(this.#track.codec, head) === 'other-picture')
  }

  #hasRoom(bytes: number): boolean {
    if (!this.#building) return false
    this.#building.bytes += bytes
    return this.#building.bytes <= MAX_PICTURE_BYTES && this.#building.nals.length < MAX_NALS
  }

  #add(parts: readonly Buffer[], isCounted = false): void {
    const [head] = parts
    const { codec } = this.#track
    if (!head || head.length < CODECS[codec].headBytes || !this.#isWanted(head)) return
    const kind = nalKind(codec, head)
    if (!isCounted && !this.#hasRoom(head.length)) return this.#break()
    const nal = Buffer.concat(parts)
    if (kind === 'set') return this.#keepSet(nal)
    if (kind === 'rest' || !this.#building) return
    if (kind === 'key') this.#building.isKey = true
    this.#building.nals.push(nal)
  }

  #keepSet(nal: Buffer): void {
    if (nal.length > 4_096 || nalKind(this.#track.codec, nal) !== 'set') return
    this.#sets.set(CODECS[this.#track.codec].typeOf(nal), nal)
  }

  #break(): void {
    this.#fragments = []
    if (!this.#building) return
    this.#building.isBroken = true
    this.#building.nals = []
  }

  #finish(): void {
    const done = this.#building
    this.#building = undefined
    this.#fragments = []
    if (!done) return
    if (done.isBroken) this.broken += 1
    if (done.isBroken || done.nals.length === 0) return
    const { isKey, rtpTime } = done
    if (!isKey && this.#options.keysOnly()) return
    const sets = [...this.#sets].toSorted(([a], [b]) => a - b).map(([, set]) => set)
    this.#options.onPicture({ nals: isKey ? [...sets, ...done.nals] : done.nals, isKey, rtpTime })
  }
}

/** The payload of a packet (RFC 3550, 5.1); undefined if it is none of this stream. */
function payloadOf(packet: Buffer, payloadType: number): Buffer | undefined {
  if (packet.length <= RTP_HEAD || packet.readUInt8(0) >> 6 !== 2) return undefined
  if ((packet.readUInt8(1) & 0x7f) !== payloadType) return undefined
  const first = packet.readUInt8(0)
  let from = RTP_HEAD + 4 * (first & 0x0f)
  if ((first & 0x10) !== 0) {
    if (from + 4 > packet.length) return undefined
    from += 4 + 4 * packet.readUInt16BE(from + 2)
  }
  const padding = (first & 0x20) === 0 ? 0 : packet.readUInt8(packet.length - 1)
  const end = packet.length - padding
  return from < end ? packet.subarray(from, end) : undefined
}
