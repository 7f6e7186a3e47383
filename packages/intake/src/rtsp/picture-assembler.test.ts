import { beforeEach, expect, it } from 'vitest'
import { type CodedPicture, PictureAssembler } from './picture-assembler.ts'
import type { VideoTrack } from './video-track.ts'

const TRACK: VideoTrack = { codec: 'H264', payloadType: 96, clockRate: 90_000, control: '', parameterSets: [] }
let pictures: CodedPicture[]
let assembler: PictureAssembler
const assemble = (track = TRACK, keysOnly = false) =>
  new PictureAssembler(track, { keysOnly: () => keysOnly, onPicture: (picture) => pictures.push(picture) })
beforeEach(() => {
  pictures = []
  assembler = assemble()
})

interface Packet {
  sequence: number
  time: number
  payload: readonly number[] | Buffer
  /** Whether it is the last one of its picture. */
  ends?: boolean
  flags?: number
}
function push({ sequence, time, payload, ends = true, flags = 0x80 }: Packet): void {
  const head = Buffer.alloc(12)
  head.writeUInt8(flags, 0)
  head.writeUInt8((ends ? 0x80 : 0) | 96, 1)
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(time, 4)
  assembler.push(Buffer.concat([head, Buffer.from(payload)]))
}
const nals = () => pictures.map((picture) => picture.nals.map((nal) => [...nal]))

it('joins the fragments of a picture, over the turn of the sequence number', () => {
  push({ sequence: 65_535, time: 1, payload: [0x7c, 0x85, 1, 2], ends: false })
  push({ sequence: 0, time: 1, payload: [0x7c, 0x05, 3], ends: false })
  push({ sequence: 1, time: 1, payload: [0x7c, 0x45, 4] })
  expect(nals()).toEqual([[[0x65, 1, 2, 3, 4]]])
})

it('leaves out a picture of which a packet is missing, and the one that may have lost its beginning', () => {
  push({ sequence: 1, time: 1, payload: [0x7c, 0x85, 1], ends: false })
  push({ sequence: 3, time: 1, payload: [0x7c, 0x45, 3] })
  push({ sequence: 4, time: 2, payload: [0x65, 5], ends: false })
  push({ sequence: 6, time: 3, payload: [0x65, 6] })
  push({ sequence: 7, time: 4, payload: [0x65, 7] })
  expect(nals()).toEqual([[[0x65, 7]]])
  expect(assembler.broken).toBe(3)
})

it('ends a picture by the time of the next one where a device sets no marker', () => {
  push({ sequence: 1, time: 1, payload: [0x65, 1], ends: false })
  push({ sequence: 2, time: 2, payload: [0x41, 2], ends: false })
  push({ sequence: 3, time: 3, payload: [0x41, 3], ends: false })
  expect(pictures.map(({ isKey, rtpTime }) => [isKey, rtpTime])).toEqual([
    [true, 1],
    [false, 2],
  ])
})

it('leaves out padding and extensions, and packets of other streams', () => {
  push({ sequence: 1, time: 1, payload: [0x65, 1, 0, 0, 3], flags: 0xa0 })
  push({ sequence: 2, time: 2, payload: [0, 0, 0, 1, 9, 9, 9, 9, 0x65, 2], flags: 0x90 })
  assembler.push(Buffer.from([0x80, 0xe1, 0, 3, 0, 0, 0, 3, 0, 0, 0, 0, 0x65, 3]))
  expect(nals()).toEqual([[[0x65, 1]], [[0x65, 2]]])
})

it('gives up a picture that is larger than any', () => {
  const part = Buffer.alloc(60_000, 7)
  for (let sequence = 1; sequence <= 80; sequence++) {
    const payload = Buffer.concat([Buffer.of(0x7c, sequence === 1 ? 0x85 : 0x05), part])
    push({ sequence, time: 1, payload, ends: sequence === 80 })
  }
  expect(pictures).toEqual([])
  expect(assembler.broken).toBe(1)
})

it('gives up a picture of empty fragments that go on and on', () => {
  const count = 33_000
  for (let sequence = 1; sequence <= count; sequence++) {
    const flags = sequence === 1 ? 0x85 : sequence === count ? 0x45 : 0x05
    push({ sequence, time: 1, payload: [0x7c, flags], ends: sequence === count })
  }
  expect(pictures).toEqual([])
  expect(assembler.broken).toBe(1)
})

it('reads H.265: sets of parameters, then the fragments of a key frame, and no others where only those are wanted', () => {
  assembler = assemble({ ...TRACK, codec: 'H265' }, true)
  push({ sequence: 1, time: 1, payload: [0x60, 1, 0, 3, 0x40, 1, 5, 0, 3, 0x42, 1, 6], ends: false })
  push({ sequence: 2, time: 1, payload: [0x62, 1, 0x93, 1], ends: false })
  push({ sequence: 3, time: 1, payload: [0x62, 1, 0x53, 2] })
  push({ sequence: 4, time: 2, payload: [0x02, 1, 3] })
  expect(nals()).toEqual([
    [
      [0x40, 1, 5],
      [0x42, 1, 6],
      [0x26, 1, 1, 2],
    ],
  ])
})
