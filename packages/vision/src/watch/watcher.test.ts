import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { encodeClip } from '../decode/encode-clip.ts'
import { createWatcher, type Watcher, type WatcherOptions } from './watcher.ts'
import type { StreamPicture } from './watch-types.ts'

const WIDTH = 320
const HEIGHT = 180

/** A yard with texture, and a figure with its left foot at `x`; none without it. A gain below 0 makes the negative of it. */
function draw(x?: number, gain = 1): RgbImage {
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const isFigure = x !== undefined && column >= x && column < x + 14 && y >= 80 && y < 130
      const ground = 90 + 25 * Math.sin(column / 9) * Math.cos(y / 7)
      const level = gain * (isFigure ? 220 : ground)
      data.fill(Math.min(255, level < 0 ? 255 + level : level), (y * WIDTH + column) * 3, (y * WIDTH + column) * 3 + 3)
    }
  }
  return { width: WIDTH, height: HEIGHT, data }
}

const keyFrame = (image: RgbImage | number): StreamPicture => ({
  codec: 'H264',
  bytes: encodeClip({
    extension: 'h264',
    codec: 'h264',
    width: WIDTH,
    height: HEIGHT,
    framesPerSecond: 5,
    levels: [image],
  }),
})

const watcher = createWatcher()
afterAll(() => watcher.close())

it('tells motion from a still scene, and from a change of the light', async () => {
  const empty = keyFrame(draw())
  const look = async (picture: StreamPicture) => (await watcher.look('gate', picture)).kind
  expect(await look(empty)).toBe('first')
  expect(await look(empty)).toBe('still')
  expect(await look(keyFrame(draw(undefined, 1.15)))).toBe('still')
  expect(await look(empty)).toBe('still')
  expect(await look(keyFrame(draw(100)))).toBe('moved')
  expect(await look(keyFrame(draw(140)))).toBe('moved')
  expect(await look(keyFrame(draw(undefined, -1)))).toBe('changed')
})

it('tells where something moved', async () => {
  await watcher.look('door', keyFrame(draw()))
  const look = await watcher.look('door', keyFrame(draw(220)))
  const [box] = look.kind === 'moved' ? look.boxes : []
  expect(box?.x).toBeCloseTo(220 / WIDTH, 1)
  expect(box?.y).toBeCloseTo(80 / HEIGHT, 1)
})

it('keeps streams apart, and starts anew when one is forgotten', async () => {
  expect((await watcher.look('hall', keyFrame(draw()))).kind).toBe('first')
  expect((await watcher.look('yard', keyFrame(draw(100)))).kind).toBe('first')
  expect((await watcher.look('yard', keyFrame(draw(100)))).kind).toBe('still')
  watcher.forget('hall')
  expect((await watcher.look('hall', keyFrame(draw(100)))).kind).toBe('first')
})

it('shows pictures as JPEG, and leaves out what is none', async () => {
  const nothing: StreamPicture = { codec: 'H264', bytes: new Uint8Array(500).fill(7) }
  const [picture, none] = await watcher.show('gate', [keyFrame(draw(100)), nothing])
  expect(
    Buffer.from(picture ?? [])
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff')
  expect(none).toBeNull()
  expect((await watcher.look('gate', nothing)).kind).toBe('broken')
  expect((await watcher.look('gate', { codec: 'H265', bytes: keyFrame(draw()).bytes })).kind).toBe('broken')
})

const entry = fileURLToPath(new URL('./watcher.fixture.ts', import.meta.url))
let made: Watcher | undefined
const start = (options: WatcherOptions) => (made = createWatcher(options))
afterEach(() => {
  made?.close()
  made = undefined
})
const bytes = (first: number): StreamPicture => ({ codec: 'H264', bytes: Uint8Array.of(first) })

it.each([
  [0xff, 'AnalysisCrashed'],
  [0xfd, 'AnalysisCrashed'],
  [0xfe, 'AnalysisTimeout'],
])('tells the stream whose picture ended the decoder, and goes on with the others (%i)', async (first, name) => {
  const each = start({ entry, taskMs: first === 0xfe ? 200 : 10_000 })
  await each.look('warm', bytes(0))
  const results = await Promise.allSettled([
    each.look('bad', bytes(first)),
    each.look('good', bytes(0)),
    each.look('other', bytes(0)),
  ])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { name } },
    { status: 'fulfilled', value: { kind: 'moved' } },
    { status: 'fulfilled', value: { kind: 'moved' } },
  ])
})

it('looks at the newest picture of a stream that comes faster than it can be looked at', async () => {
  const each = start({ entry })
  const looks = [each.look('a', bytes(0)), each.look('a', bytes(0)), each.look('a', bytes(0))]
  expect(await Promise.all(looks)).toMatchObject([{ kind: 'still' }, { kind: 'still' }, { kind: 'moved' }])
})

it('answers nobody after its end', async () => {
  const each = start({ entry })
  each.close()
  await expect(each.look('a', bytes(0))).rejects.toThrow('closed')
})
