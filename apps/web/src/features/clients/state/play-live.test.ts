import { afterEach, expect, test, vi } from 'vitest'
import { type LiveEnd, playLive } from './play-live.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a connection that is lost without a word ends the live view, so that the last picture does not pass for the present', async () => {
  vi.useFakeTimers()
  const headers = { 'content-type': 'multipart/x-mixed-replace; boundary=picture' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new ReadableStream(), { headers })))
  const onEnd = vi.fn<(end: LiveEnd) => void>()
  const playing = playLive('camera', {
    video: document.createElement('video'),
    onPlaying: () => undefined,
    onJpeg: () => undefined,
    signal: new AbortController().signal,
  }).then(onEnd)
  await vi.advanceTimersByTimeAsync(95_000)
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onEnd).toHaveBeenCalledWith('ended')
  await playing
})
