/** Pictures that a decoder may hold back: the newest, and the one before it, which it shows only when it has the next. */
const UNSHOWN = 2
/** Seconds behind those from which on the player jumps, and those from which on it plays a little faster. */
const JUMP_BEHIND = 1
const HURRY_BEHIND = 0.5
/** Seconds before the newest picture to which it jumps. */
const AT_EDGE = 0.2
/** Seconds of the past that the browser keeps. */
const KEPT = 10

/** What a browser says that it can play of a stream of H.264. */
export const canPlayMp4 = (type = 'video/mp4; codecs="avc1.42e01e"'): boolean =>
  typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(type)

/** Waits for an event. It leaves no listener behind, since a live view waits for thousands of them. */
async function happens(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const settled = new AbortController()
  const options = { once: true, signal: settled.signal }
  try {
    await new Promise<void>((resolve, reject) => {
      target.addEventListener(event, () => resolve(), options)
      target.addEventListener('error', () => reject(new MediaUnplayable()), options)
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), options)
    })
  } finally {
    settled.abort()
  }
}

/** The browser cannot play what it said it could. */
export class MediaUnplayable extends Error {
  override readonly name = 'MediaUnplayable'
}

/**
 * Plays a fragmented MP4 as it comes, a moment behind its newest picture. Resolves when the stream ends.
 * @param type its type with the codec
 * @throws MediaUnplayable
 */
export async function playMp4(
  video: HTMLVideoElement,
  { type, chunks, signal }: { type: string; chunks: AsyncIterable<Uint8Array<ArrayBuffer>>; signal: AbortSignal },
): Promise<void> {
  const source = new MediaSource()
  const url = URL.createObjectURL(source)
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  let broken = false
  video.addEventListener('error', () => (broken = true), { signal: either })
  try {
    const opened = happens(source, 'sourceopen', either)
    video.src = url
    await opened
    const buffer = source.addSourceBuffer(type)
    const stayAtEdge = edgeKeeper(video, buffer)
    for await (const chunk of chunks) {
      if (broken) throw new MediaUnplayable()
      await append(buffer, chunk, either)
      stayAtEdge()
      await forgetPast(video, buffer, either)
    }
  } catch (error) {
    // The buffer is gone when the browser has given up the video.
    throw error instanceof DOMException && error.name !== 'AbortError' ? new MediaUnplayable() : error
  } finally {
    ended.abort()
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

async function append(buffer: SourceBuffer, chunk: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
  const done = happens(buffer, 'updateend', signal)
  // An error that is thrown at once leaves nobody to hear of the other.
  done.catch(() => undefined)
  buffer.appendBuffer(chunk)
  await done
}

/**
 * Jumps over a gap, and to the newest picture where the player has fallen behind. What a decoder holds back does not count: of a stream with
 * one picture per second, each picture would begin a jump, none would end, and nothing would be shown.
 */
function edgeKeeper(video: HTMLVideoElement, buffer: SourceBuffer): () => void {
  let newest = 0
  let step = 0
  return () => {
    const { buffered } = buffer
    if (buffered.length === 0) return
    const start = buffered.start(buffered.length - 1)
    const end = buffered.end(buffered.length - 1)
    if (end > newest) step = end - newest
    newest = end
    const behind = end - video.currentTime - UNSHOWN * step
    if (behind > JUMP_BEHIND || video.currentTime < start) video.currentTime = Math.max(start, end - AT_EDGE)
    video.playbackRate = behind > HURRY_BEHIND ? 1.2 : 1
    if (video.paused) void video.play().catch(() => undefined)
  }
}

async function forgetPast(video: HTMLVideoElement, buffer: SourceBuffer, signal: AbortSignal): Promise<void> {
  const { buffered } = buffer
  if (buffered.length === 0 || video.currentTime - buffered.start(0) < 2 * KEPT) return
  const done = happens(buffer, 'updateend', signal)
  done.catch(() => undefined)
  buffer.remove(0, video.currentTime - KEPT)
  await done
}
