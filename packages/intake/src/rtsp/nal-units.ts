import type { VideoCodec } from './video-track.ts'

/** What the type of a NAL unit says about it. */
export type NalKind = 'set' | 'key' | 'other-picture' | 'rest'

/** What a packet of RTP holds, by the type of its first NAL unit. */
export type PacketKind = 'single' | 'aggregate' | 'fragment' | 'unknown'

/** How a codec's NAL units are written and packed: H.264 by RFC 6184, H.265 by RFC 7798. */
interface Codec {
  headBytes: number
  typeOf: (nal: Buffer) => number
  kindOf: (type: number) => NalKind
  packetOf: (type: number) => PacketKind
  /** The head of the NAL unit that a fragment is part of. */
  headOf: (packet: Buffer) => Buffer
}

const h264: Codec = {
  headBytes: 1,
  typeOf: (nal) => (nal[0] ?? 0) & 0x1f,
  kindOf: (type) =>
    type === 5 ? 'key' : type >= 1 && type <= 4 ? 'other-picture' : type === 7 || type === 8 ? 'set' : 'rest',
  packetOf: (type) =>
    type === 28 ? 'fragment' : type === 24 ? 'aggregate' : type >= 1 && type <= 23 ? 'single' : 'unknown',
  headOf: (packet) => Buffer.of(((packet[0] ?? 0) & 0xe0) | ((packet[1] ?? 0) & 0x1f)),
}

const h265: Codec = {
  headBytes: 2,
  typeOf: (nal) => ((nal[0] ?? 0) >> 1) & 0x3f,
  kindOf: (type) => (type >= 16 && type <= 23 ? 'key' : type <= 31 ? 'other-picture' : type <= 34 ? 'set' : 'rest'),
  packetOf: (type) => (type === 49 ? 'fragment' : type === 48 ? 'aggregate' : type <= 47 ? 'single' : 'unknown'),
  headOf: (packet) => Buffer.of(((packet[0] ?? 0) & 0x81) | (((packet[2] ?? 0) & 0x3f) << 1), packet[1] ?? 0),
}

export const CODECS: Readonly<Record<VideoCodec, Codec>> = { H264: h264, H265: h265 }

/** The kind of a NAL unit. */
export const nalKind = (codec: VideoCodec, nal: Buffer): NalKind => CODECS[codec].kindOf(CODECS[codec].typeOf(nal))

const START = Buffer.of(0, 0, 0, 1)

/** NAL units as one row of bytes with start codes (H.264, annex B), as decoders read them. */
export const toAnnexB = (nals: readonly Buffer[]): Buffer => Buffer.concat(nals.flatMap((nal) => [START, nal]))
