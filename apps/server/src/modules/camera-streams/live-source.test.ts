import type { CodedPicture, VideoTrack } from '@winnow/intake'
import { beforeEach, expect, it } from 'vitest'
import { LiveSource, type LiveViewer } from './live-source.ts'

const H264: VideoTrack = { codec: 'H264', payloadType: 96, clockRate: 90_000, control: '', parameterSets: [] }
const SETS = ['6764001eacd940a02ff97016d40404052000007d20001d4c11e2c5b2c0', '68ebecb22c']
const sets = SETS.map((hex) => Buffer.from(hex, 'hex'))

let time = 0
let shown: number
let source: LiveSource
let problems: unknown[]
let fails: boolean

beforeEach(() => {
  ;[time, shown, problems, fails] = [0, 0, [], false]
  const show = (_: string, pictures: readonly unknown[]) => {
    shown += 1
    return fails ? Promise.reject(new Error('crashed')) : Promise.resolve(pictures.map(() => Uint8Array.of(0xff)))
  }
  source = new LiveSource({ show }, 'live', (error) => problems.push(error))
})

function picture(isKey: boolean, bytes = 4): CodedPicture {
  time += 9_000
  const slice = Buffer.alloc(bytes, 7)
  slice.writeUInt8(isKey ? 0x65 : 0x41, 0)
  return { nals: isKey ? [...sets, slice] : [slice], isKey, rtpTime: time }
}

function look(format: LiveViewer['format'] = 'mp4') {
  const got: string[] = []
  const viewer: LiveViewer = {
    format,
    head: () => void got.push('head'),
    picture: (_bytes, isKey) => void got.push(viewer.format === 'jpeg' ? 'jpeg' : isKey ? 'key' : 'other'),
  }
  return { got, viewer, leave: source.add(viewer) }
}

it('gives whoever comes later the pictures since the last key frame at once', () => {
  const first = look()
  for (const isKey of [true, false, true, false, false]) source.push(picture(isKey), H264)
  const second = look()
  expect(first.got).toEqual(['head', 'key', 'other', 'key', 'other'])
  expect(second.got).toEqual(['head', 'key', 'other'])
  source.push(picture(false), H264)
  expect(second.got).toEqual(['head', 'key', 'other', 'other'])
})

it('keeps no more than two megabytes for them', () => {
  look()
  source.push(picture(true), H264)
  for (let count = 0; count < 5; count++) source.push(picture(false, 600_000), H264)
  const second = look()
  expect(second.got).toEqual([])
  source.push(picture(true), H264)
  source.push(picture(false), H264)
  expect(second.got).toEqual(['head', 'key'])
})

it('decodes nothing while everybody can play the stream', () => {
  look()
  for (let count = 0; count < 10; count++) source.push(picture(true), H264)
  expect(shown).toBe(0)
  expect(source.wantsKeysOnly).toBe(false)
})

it('wants only key frames where nobody can, and sends JPEGs of them', async () => {
  const { got } = look('jpeg')
  expect(source.wantsKeysOnly).toBe(true)
  source.push(picture(true), H264)
  await Promise.resolve()
  expect(got).toEqual(['jpeg'])
  expect(look('jpeg').got).toEqual(['jpeg'])
})

it('sends JPEGs to all where the stream is H.265', async () => {
  const { got, viewer } = look('mp4')
  source.push(picture(true), { ...H264, codec: 'H265' })
  await Promise.resolve()
  expect(viewer.format).toBe('jpeg')
  expect(got).toEqual(['jpeg'])
  expect(source.wantsKeysOnly).toBe(true)
})

it('begins anew for somebody who comes after only JPEGs were sent', () => {
  const first = look('jpeg')
  source.push(picture(true), H264)
  const second = look()
  for (const isKey of [false, true, false]) source.push(picture(isKey), H264)
  expect(second.got).toEqual(['head', 'key'])
  first.leave()
  expect(source.count).toBe(1)
})

it('tells of a picture that ends the decoder', async () => {
  fails = true
  look('jpeg')
  source.push(picture(true), H264)
  await new Promise((resolve) => setImmediate(resolve))
  expect(problems).toHaveLength(1)
})
