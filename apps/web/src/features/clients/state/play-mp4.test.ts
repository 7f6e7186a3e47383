import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MediaUnplayable, playMp4 } from './play-mp4.ts'

/** Counts the listeners that are there now. */
class Counting extends EventTarget {
  listeners = 0
  override addEventListener(type: string, listener: EventListener, options: AddEventListenerOptions): void {
    this.listeners += 1
    options.signal?.addEventListener('abort', () => (this.listeners -= 1), { once: true })
    super.addEventListener(type, listener, options)
  }
}

/** A buffer of a browser, which takes each chunk as one second. */
class FakeBuffer extends Counting {
  most = 0
  from = 0
  to = 0
  isBroken = false
  appendBuffer(): void {
    this.to += 1
    this.#tell(this.isBroken ? 'error' : 'updateend')
  }
  remove(_: number, until: number): void {
    this.from = until
    this.#tell('updateend')
  }
  #tell(event: string): void {
    this.most = Math.max(this.most, this.listeners)
    queueMicrotask(() => this.dispatchEvent(new Event(event)))
  }
  get buffered() {
    return { length: this.to > this.from ? 1 : 0, start: () => this.from, end: () => this.to }
  }
}

let buffer: FakeBuffer
let givenBack: string[]
beforeEach(() => {
  buffer = new FakeBuffer()
  givenBack = []
  class FakeSource extends EventTarget {
    constructor() {
      super()
      setTimeout(() => this.dispatchEvent(new Event('sourceopen')))
    }
    addSourceBuffer = () => buffer
  }
  vi.stubGlobal('MediaSource', FakeSource)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:live')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void givenBack.push(url))
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// oxlint-disable-next-line require-await -- chunks are read as a stream
async function* chunks(count: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let n = 0; n < count; n++) yield new Uint8Array(1)
}
const play = (count: number, signal = new AbortController().signal, video = document.createElement('video')) =>
  playMp4(video, { type: 'video/mp4', chunks: chunks(count), signal })

test('keeps the last seconds only, at the newest picture, and no listener of those before', async () => {
  const video = document.createElement('video')
  await play(202, undefined, video)
  expect(video.currentTime).toBeCloseTo(201.8)
  expect(buffer.from).toBeGreaterThan(177)
  expect(buffer.most).toBeLessThanOrEqual(2)
  expect(buffer.listeners).toBe(0)
  expect(givenBack).toEqual(['blob:live'])
})

test('does not jump in a stream of one picture per second, of which a decoder holds back two', async () => {
  const video = document.createElement('video')
  const jump = vi.fn<(to: number) => void>()
  Object.defineProperty(video, 'currentTime', { get: () => Math.max(buffer.from, buffer.to - 2.2), set: jump })
  await play(30, undefined, video)
  expect(jump).not.toHaveBeenCalled()
  expect(buffer.to).toBe(30)
})

test('ends at once where it was stopped already, and leaves nothing', async () => {
  const stopped = new AbortController()
  stopped.abort()
  await expect(play(1, stopped.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(givenBack).toEqual(['blob:live'])
})

test('tells that the browser cannot play it', async () => {
  buffer.isBroken = true
  await expect(play(1)).rejects.toBeInstanceOf(MediaUnplayable)
})
