import { expect, it } from 'vitest'
import { LiveResponse } from './live-response.ts'

function createRaw() {
  const written: (string | Uint8Array)[] = []
  const raw = {
    headersSent: false,
    writableLength: 0,
    type: '',
    writeHead(_status: number, headers: Record<string, string>) {
      raw.headersSent = true
      raw.type = headers['content-type'] ?? ''
      return raw
    },
    write(bytes: string | Uint8Array) {
      written.push(bytes)
      return true
    },
  }
  return { raw, written }
}
const bytes = (mark: number) => Uint8Array.of(mark)

function open(format: 'mp4' | 'jpeg') {
  const { raw, written } = createRaw()
  const viewer = new LiveResponse(raw as unknown as ConstructorParameters<typeof LiveResponse>[0], {
    format,
    headers: {},
    onFirst: () => undefined,
  })
  const marks = () => written.flatMap((one) => (typeof one === 'string' ? [] : [one[0]]))
  return { raw, viewer, marks }
}

it('leaves out pictures for somebody who reads too slowly, up to a key frame after they have caught up', () => {
  const { raw, viewer, marks } = open('mp4')
  viewer.head(bytes(0), 'avc1.64001e')
  viewer.picture(bytes(1), true)
  raw.writableLength = 1024 * 1024 + 1
  viewer.picture(bytes(2), false)
  viewer.picture(bytes(3), true)
  // Some of it is read, but they would soon be behind again.
  raw.writableLength = 512 * 1024
  viewer.picture(bytes(7), true)
  raw.writableLength = 0
  viewer.picture(bytes(4), false)
  viewer.picture(bytes(5), true)
  viewer.picture(bytes(6), false)
  expect(marks()).toEqual([0, 1, 5, 6])
  expect(raw.type).toBe('video/mp4; codecs="avc1.64001e"')
})

it('never has more than a megabyte and one picture waiting for somebody who reads nothing', () => {
  const { raw, viewer, marks } = open('jpeg')
  const jpeg = new Uint8Array(100_000)
  for (let count = 0; count < 1_000; count++) {
    viewer.picture(jpeg, true)
    raw.writableLength = marks().length * jpeg.length
  }
  expect(raw.writableLength).toBeLessThanOrEqual(1024 * 1024 + jpeg.length)
})

it('sends nothing of an MP4 before its beginning', () => {
  const { raw, viewer, marks } = open('mp4')
  viewer.picture(bytes(1), true)
  expect(marks()).toEqual([])
  expect(raw.headersSent).toBe(false)
})

it('becomes one of JPEGs where the stream turns out to be no H.264', () => {
  const { raw, viewer, marks } = open('mp4')
  viewer.format = 'jpeg'
  viewer.picture(bytes(9), true)
  expect(raw.type).toBe('multipart/x-mixed-replace; boundary=picture')
  expect(marks()).toEqual([9])
})

it('has no row of beginnings waiting for somebody who reads nothing, and sends the last one with the next key frame', () => {
  const { raw, viewer, marks } = open('mp4')
  viewer.head(bytes(0), 'avc1.64001e')
  viewer.picture(bytes(1), true)
  raw.writableLength = 1024 * 1024 + 1
  for (const mark of [2, 4, 6]) {
    viewer.head(bytes(mark), 'avc1.64001e')
    viewer.picture(bytes(mark + 1), true)
  }
  expect(marks()).toEqual([0, 1])
  raw.writableLength = 0
  viewer.picture(bytes(8), true)
  expect(marks()).toEqual([0, 1, 6, 8])
})
