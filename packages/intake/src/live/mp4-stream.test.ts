import { expect, test } from 'vitest'
import type { CodedPicture } from '../rtsp/picture-assembler.ts'
import { type Mp4Part, Mp4Stream } from './mp4-stream.ts'

/** Sets of parameters for 640 × 360 (High, level 3.0). */
const SPS = Buffer.from('6764001eacd940a02ff97016d40404052000007d20001d4c11e2c5b2c0', 'hex')
const PPS = Buffer.from('68ebecb22c', 'hex')
const key = (rtpTime: number, mark = 1): CodedPicture => ({
  nals: [SPS, PPS, Buffer.of(0x65, mark)],
  isKey: true,
  rtpTime,
})
const other = (rtpTime: number, mark = 2): CodedPicture => ({ nals: [Buffer.of(0x41, mark)], isKey: false, rtpTime })

const kinds = (parts: Mp4Part[]) => parts.map((part) => (part.kind === 'head' ? 'head' : part.isKey ? 'key' : 'other'))
/** The times and lengths of the pictures, as they stand in their boxes. */
function timesOf(parts: Mp4Part[]) {
  return parts
    .filter(({ kind }) => kind === 'picture')
    .map(({ bytes }) => ({
      time: Number(bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8)),
      duration: bytes.readUInt32BE(bytes.indexOf('trun') + 16),
    }))
}
const pushAll = (pictures: CodedPicture[], mp4 = new Mp4Stream(90_000)) => pictures.flatMap((one) => mp4.push(one))

test('begins with the first key frame, and gives a picture out when the next one comes', () => {
  const mp4 = new Mp4Stream(90_000)
  expect(mp4.push(other(0))).toEqual([])
  expect(kinds(mp4.push(key(3_600)))).toEqual(['head'])
  expect(kinds(mp4.push(other(7_200)))).toEqual(['key'])
  expect(kinds(mp4.push(key(10_800)))).toEqual(['other'])
})

test('times begin at zero and go on where the stream’s clock begins anew', () => {
  const parts = pushAll([key(2 ** 32 - 3_600), other(0), other(9_000), other(12_600)])
  expect(timesOf(parts)).toEqual([
    { time: 0, duration: 3_600 },
    { time: 3_600, duration: 9_000 },
    { time: 12_600, duration: 3_600 },
  ])
})

test('a jump of the device’s clock is five seconds at most', () => {
  expect(timesOf(pushAll([key(0), other(90_000 * 60), other(90_000 * 61)]))).toEqual([
    { time: 0, duration: 450_000 },
    { time: 450_000, duration: 90_000 },
  ])
})

test('pictures that are shown before earlier ones are left out', () => {
  const parts = pushAll([key(0), other(9_000), other(3_000), other(6_000), other(12_000)])
  expect(timesOf(parts).map(({ time }) => time)).toEqual([0, 9_000])
})

test.each([
  ['a key frame', key(899_000), 3_600],
  ['another picture, far back', other(90_000), 3_600],
])('a clock that is set back goes on with %s', (_name, back, duration) => {
  const parts = pushAll([key(900_000), back, other(back.rtpTime + 3_000)])
  expect(timesOf(parts)).toEqual([
    { time: 0, duration },
    { time: duration, duration: 3_000 },
  ])
})

test('a picture has an end, however many empty slices come with its time', () => {
  const parts = pushAll([key(0), ...Array.from({ length: 1_000 }, () => other(0)), other(3_000)])
  expect(parts.at(-1)?.bytes.length).toBeLessThan(300 * 6 + 200)
})

test('slices that come with one time are one picture', () => {
  const parts = pushAll([key(0), other(3_000, 8), other(3_000, 9), other(6_000)])
  expect(parts.at(-1)?.bytes.subarray(-12).toString('hex')).toBe('000000024108000000024109')
})

test('sets of parameters stand in the head alone, which comes again when they change', () => {
  const changed = Buffer.from(SPS)
  changed.writeUInt8(31, 3)
  const parts = pushAll([key(0), key(3_000), { ...key(6_000), nals: [changed, PPS, Buffer.of(0x65, 1)] }, other(9_000)])
  expect(kinds(parts)).toEqual(['head', 'key', 'key', 'head', 'key'])
  const codecs = parts.flatMap((part) => (part.kind === 'head' ? [part.codec] : []))
  expect(codecs).toEqual(['avc1.64001e', 'avc1.64001f'])
  expect(parts[1]?.bytes.includes(SPS)).toBe(false)
  expect(parts[0]?.bytes.includes(SPS)).toBe(true)
})

test('a stream whose sets of parameters are damaged gives nothing, and never throws', () => {
  for (const sps of [Buffer.of(0x67), Buffer.of(0x67, 100, 0, 30), Buffer.alloc(4_000, 0x67), Buffer.alloc(0)])
    expect(pushAll([{ ...key(0), nals: [sps, PPS, Buffer.of(0x65, 1)] }, other(3_000), other(6_000)])).toEqual([])
})
