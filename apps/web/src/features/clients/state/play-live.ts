import { type LiveFormat, watchLiveView } from '@winnow/contract'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { send } from '../../../lib/api/call.ts'
import { readParts } from '../model/read-parts.ts'
import { canPlayMp4, MediaUnplayable, playMp4 } from './play-mp4.ts'

/**
 * Milliseconds without a byte after which the connection is lost, though nothing has told so. The server itself ends a stream of which nothing
 * comes for 15 s, or no key frame for 90 s.
 */
const QUIET_MS: Readonly<Record<LiveFormat, number>> = { mp4: 30_000, jpeg: 100_000 }

/** How a live view has ended. `over`: the server ended it in order, since its time was over. */
export type LiveEnd = 'over' | 'ended' | 'limit' | 'no-picture' | 'unsupported'

interface LiveScreen {
  video: HTMLVideoElement
  /** Called when the first picture comes. */
  onPlaying: (format: LiveFormat) => void
  /** A picture to show instead of the video. */
  onJpeg: (jpeg: Blob) => void
  signal: AbortSignal
}

/** Shows what a camera shows now, until it ends or the signal aborts. Never throws but for an abort. */
export async function playLive(viewId: string, screen: LiveScreen): Promise<LiveEnd> {
  const first: LiveFormat = canPlayMp4() ? 'mp4' : 'jpeg'
  const end = await tryFormat(viewId, first, screen)
  // A browser may find out only with the first pictures that it cannot play them.
  return end === 'unsupported' && first === 'mp4' ? tryFormat(viewId, 'jpeg', screen) : end
}

async function tryFormat(viewId: string, format: LiveFormat, screen: LiveScreen): Promise<LiveEnd> {
  let hasBegun = false
  const ending = new AbortController()
  const signal = AbortSignal.any([screen.signal, ending.signal])
  try {
    const { body, headers } = await send(watchLiveView, { params: { id: viewId }, query: { format }, signal })
    signal.throwIfAborted()
    if (!body) return 'ended'
    const type = headers.get('content-type') ?? ''
    hasBegun = true
    if (!type.startsWith('video/mp4')) return await showParts(chunksOf(body, QUIET_MS.jpeg), screen)
    if (!canPlayMp4(type)) return 'unsupported'
    screen.onPlaying('mp4')
    await playMp4(screen.video, { type, chunks: chunksOf(body, QUIET_MS.mp4), signal })
    return 'over'
  } catch (error) {
    screen.signal.throwIfAborted()
    if (error instanceof MediaUnplayable) return 'unsupported'
    if (hasBegun || !(error instanceof RequestError)) return 'ended'
    return error.code === 'RATE_LIMITED' ? 'limit' : 'no-picture'
  } finally {
    // Ends the request, where what it sends cannot be shown.
    ending.abort()
  }
}

async function showParts(
  chunks: AsyncIterable<Uint8Array>,
  { onPlaying, onJpeg, signal }: LiveScreen,
): Promise<LiveEnd> {
  onPlaying('jpeg')
  for await (const jpeg of readParts(chunks)) {
    signal.throwIfAborted()
    onJpeg(new Blob([jpeg], { type: 'image/jpeg' }))
  }
  return 'over'
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** The chunks of a reply. Safari's streams cannot be iterated. */
async function* chunksOf(body: Body, quietMs: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await nextOf(reader, quietMs)
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The next chunk. Rejects if none comes for so long: the last picture must not pass for what the camera shows now. */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, quietMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const quiet = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing comes any more')), quietMs)
  })
  try {
    return await Promise.race([reader.read(), quiet])
  } finally {
    clearTimeout(timer)
  }
}
