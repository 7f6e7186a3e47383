import { renderScene } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { isTruncated } from './is-truncated.ts'

const box = (kind: string, bytes: number, told = bytes): Buffer => {
  const made = Buffer.alloc(bytes)
  made.writeUInt32BE(told, 0)
  made.write(kind, 4, 'latin1')
  return made
}

it('a picture is truncated at every place before its end', async () => {
  const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 160, height: 90 })
  const jpeg = Buffer.from(frame?.jpeg ?? [])
  expect(isTruncated(jpeg, 'image/jpeg')).toBe(false)
  // Some devices write zeros behind the end.
  expect(isTruncated(Buffer.concat([jpeg, Buffer.alloc(700)]), 'image/jpeg')).toBe(false)
  const cuts = Array.from({ length: jpeg.length - 4 }, (_, index) => index + 3)
  expect(cuts.filter((cut) => !isTruncated(jpeg.subarray(0, cut), 'image/jpeg'))).toEqual([])
})

it('the end of a small picture within a picture is not its end', () => {
  const small = Buffer.from([0xff, 0xd8, 0xff, 0xda, 1, 2, 0xff, 0xd9])
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, small.length + 2]), small])
  const head = Buffer.concat([Buffer.from([0xff, 0xd8]), exif, Buffer.from([0xff, 0xda, 0, 2, 5, 5, 5])])
  expect(isTruncated(head, 'image/jpeg')).toBe(true)
  expect(isTruncated(Buffer.concat([head, Buffer.from([0xff, 0xd9])]), 'image/jpeg')).toBe(false)
})

it('a clip is whole with its index and all its boxes', () => {
  const [type, data, index] = [box('ftyp', 24), box('mdat', 400), box('moov', 100)]
  const clip = (...boxes: Buffer[]) => isTruncated(Buffer.concat(boxes), 'video/mp4')
  expect(clip(type, data, index)).toBe(false)
  expect(clip(type, index, data)).toBe(false)
  expect(clip(type, data)).toBe(true)
  expect(clip(type, index, box('mdat', 400, 900))).toBe(true)
})

it('nothing is claimed of kinds that do not say where they end', () => {
  expect(isTruncated(Buffer.alloc(10), 'image/webp')).toBe(false)
  expect(isTruncated(Buffer.alloc(10), null)).toBe(false)
})
