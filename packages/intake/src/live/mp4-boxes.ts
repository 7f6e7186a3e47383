// Boxes of a fragmented MP4 with one track of H.264 (ISO/IEC 14496-12 and -15), as far as players need them.
import type { SpsFacts } from './read-sps.ts'

export interface Mp4Track extends SpsFacts {
  sps: Buffer
  pps: Buffer
  /** Ticks in a second. */
  timescale: number
}

const u8 = (...values: number[]): Buffer => Buffer.from(values)
function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}
function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), ascii(type), content])
}

/** A box with version and flags. */
const full = (type: string, versionAndFlags: number, ...parts: Buffer[]): Buffer =>
  box(type, u32(versionAndFlags), ...parts)

/** No turning, no scaling. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const TRACK = 1

function sampleEntry({ sps, pps, width, height }: Mp4Track): Buffer {
  const avcC = box(
    'avcC',
    u8(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1),
    u16(sps.length),
    sps,
    u8(1),
    u16(pps.length),
    pps,
  )
  return box(
    'avc1',
    u8(0, 0, 0, 0, 0, 0),
    u16(1, 0, 0),
    u32(0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    avcC,
  )
}

/** The beginning of a stream: what its pictures are. */
export function mp4Head(track: Mp4Track): Buffer {
  const { width, height, timescale } = track
  const table = box(
    'stbl',
    full('stsd', 0, u32(1), sampleEntry(track)),
    full('stts', 0, u32(0)),
    full('stsc', 0, u32(0)),
    full('stsz', 0, u32(0, 0)),
    full('stco', 0, u32(0)),
  )
  const media = box(
    'mdia',
    full('mdhd', 0, u32(0, 0, timescale, 0), u16(0x55c4, 0)),
    full('hdlr', 0, u32(0), ascii('vide'), u32(0, 0, 0), ascii('video\0')),
    box('minf', full('vmhd', 1, u16(0, 0, 0, 0)), box('dinf', full('dref', 0, u32(1), full('url ', 1))), table),
  )
  const shown = full(
    'tkhd',
    3,
    u32(0, 0, TRACK, 0, 0, 0, 0),
    u16(0, 0, 0, 0),
    MATRIX,
    u32(width * 0x10000, height * 0x10000),
  )
  return Buffer.concat([
    box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso5avc1mp41')),
    box(
      'moov',
      full('mvhd', 0, u32(0, 0, timescale, 0, 0x10000), u16(0x100, 0), u32(0, 0), MATRIX, u32(0, 0, 0, 0, 0, 0, 2)),
      box('trak', shown, media),
      box('mvex', full('trex', 0, u32(TRACK, 1, 0, 0, 0))),
    ),
  ])
}

interface Mp4Sample {
  nals: readonly Buffer[]
  isKey: boolean
  /** When it is shown and for how long, in ticks of the track. */
  time: number
  duration: number
}

/** The flags of a sample: whether others can be decoded from it on. */
const FLAGS = { key: 0x02000000, other: 0x01010000 } as const

/** One picture as a fragment of its own. */
export function mp4Fragment(sequence: number, { nals, isKey, time, duration }: Mp4Sample): Buffer {
  const content = nals.flatMap((nal) => [u32(nal.length), nal])
  const size = content.reduce((sum, { length }) => sum + length, 0)
  const fragment = (offset: number): Buffer =>
    box(
      'moof',
      full('mfhd', 0, u32(sequence)),
      box(
        'traf',
        full('tfhd', 0x020000, u32(TRACK)),
        full('tfdt', 0x01000000, u32(Math.floor(time / 2 ** 32), time % 2 ** 32)),
        full('trun', 0x000701, u32(1, offset, duration, size, isKey ? FLAGS.key : FLAGS.other)),
      ),
    )
  const head = fragment(fragment(0).length + 8)
  return Buffer.concat([head, u32(size + 8), ascii('mdat'), ...content])
}
