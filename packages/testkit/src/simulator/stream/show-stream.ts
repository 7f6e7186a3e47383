import { startRtspCamera } from '../../devices/rtsp-camera.ts'
import { type ClipPart, STREAM_RATE } from './clip-parts.ts'
import { planStream } from './plan-stream.ts'
import { readClip } from './read-clip.ts'

/** RTP counts 90,000 ticks a second for video. */
const TICKS = 90_000 / STREAM_RATE

export interface ShowOptions {
  /** The port of 127.0.0.1 at which the stream is read; by default a free one. */
  port?: number
  /** What is shown; by default the demo's plan. */
  plan?: Iterator<ClipPart, unknown>
  /** Milliseconds from one picture to the next; tests show them faster. */
  everyMs?: number
}

/** A camera whose stream shows the parts of the drawn clip by a plan, to everybody who plays it. */
export async function showStream({
  port,
  plan = planStream(),
  everyMs = 1_000 / STREAM_RATE,
}: ShowOptions = {}): Promise<{
  port: number
  url: string
  close: () => Promise<void>
}> {
  const clip = await readClip()
  const camera = await startRtspCamera(port === undefined ? {} : { port })
  let shown: readonly Uint8Array[] = []
  let next = 0
  const timer = setInterval(() => {
    if (next >= shown.length) {
      const part = plan.next()
      shown = part.done ? clip.quiet : clip[part.value]
      next = 0
    }
    const picture = shown[next++]
    if (picture) camera.show(picture, { ticks: TICKS })
  }, everyMs)
  return {
    port: camera.port,
    url: camera.url,
    async close() {
      clearInterval(timer)
      await camera.close()
    },
  }
}
