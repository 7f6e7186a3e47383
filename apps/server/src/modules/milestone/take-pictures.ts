import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connectSecure, type Guard } from '@winnow/delivery'
import { type ImageReply, imageRequests, ImageServerReader, type VmsPicture } from '@winnow/intake'

/** Where a recording server is. */
interface ImageAddress {
  host: string
  port: number
  isSecure: boolean
  /** The only certificate that is accepted. Empty: any that a known authority signed for the host. */
  fingerprint: string
}

interface Wanted {
  cameraId: string
  token: string
  /** Around these times pictures are wanted. */
  times: readonly Date[]
  /** Whether the camera may be shown as it is now, where nothing was recorded. */
  mayBeLive: boolean
}

/** Why a recording server could not be used: it refuses the token, or answers as no such server does. */
export class ImageServerError extends Error {
  override readonly name = 'ImageServerError'
  readonly reason: 'login' | 'answer'

  constructor(reason: 'login' | 'answer') {
    super(`image server: ${reason}`)
    this.reason = reason
  }
}

/** A recorded picture that is further away from the wanted time shows something else. */
const NEAR_MS = 10_000
/** Three pictures of now, and the least time between them in milliseconds. */
const LIVE_PICTURES = 3
const LIVE_GAP_MS = 400
const LIVE_MS = 2_500
/** Bytes of one visit. A server that sends without end is left. */
const MOST_BYTES = 40 * 1024 * 1024

interface Taken {
  at: Date
  jpeg: Uint8Array
}

/** Reads the answers of a recording server one by one. */
async function* answersOf(socket: Socket, signal: AbortSignal): AsyncGenerator<ImageReply> {
  const reader = new ImageServerReader()
  let bytes = 0
  const stop = (): void => void socket.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    for await (const chunk of socket) {
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      const replies = bytes > MOST_BYTES ? undefined : reader.push(chunk)
      if (!replies) throw new ImageServerError('answer')
      yield* replies
    }
    throw new ImageServerError('answer')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Answers = AsyncGenerator<ImageReply>

async function nextOf(answers: Answers): Promise<ImageReply> {
  const next = await answers.next()
  if (next.done) throw new ImageServerError('answer')
  return next.value
}

/** The recorded pictures that are near the wanted times, each once. */
async function takeRecorded(socket: Socket, answers: Answers, times: readonly Date[]): Promise<Taken[]> {
  const taken = new Map<number, Taken>()
  for (const [index, time] of times.entries()) {
    socket.write(imageRequests.goto(index + 1, time))
    // oxlint-disable-next-line no-await-in-loop -- each answer follows its request
    let reply = await nextOf(answers)
    // The state of the camera is told in between.
    // oxlint-disable-next-line no-await-in-loop -- as above
    while (reply.kind === 'xml') reply = await nextOf(answers)
    if (reply.kind === 'picture' && Math.abs(reply.at.getTime() - time.getTime()) <= NEAR_MS)
      taken.set(reply.at.getTime(), reply)
  }
  return [...taken.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** What the camera shows now. One picture is better than none: what does not come in time is not waited for. */
async function takeLive(socket: Socket, answers: Answers): Promise<Taken[]> {
  const taken: Taken[] = []
  const late = new AbortController()
  const timer = delay(LIVE_MS, undefined, { signal: late.signal }).catch(() => undefined)
  socket.write(imageRequests.live(9))
  try {
    while (taken.length < LIVE_PICTURES) {
      // oxlint-disable-next-line no-await-in-loop -- one picture after the other
      const reply = await Promise.race([nextOf(answers), timer])
      if (!reply) break
      const last = taken.at(-1)
      if (reply.kind === 'picture' && (!last || reply.at.getTime() - last.at.getTime() >= LIVE_GAP_MS))
        taken.push(reply)
    }
  } catch (error) {
    if (taken.length === 0) throw error
  } finally {
    late.abort()
  }
  return taken
}

/**
 * Fetches pictures from a recording server by the ImageServer protocol: those that were recorded around the wanted times, else what the camera
 * shows now, if it may. Bounded by `signal` and in size.
 * @throws ImageServerError, `GuardError`, the socket's error, or the reason of `signal`
 */
export async function takePictures(
  guard: Pick<Guard, 'connectTcp'>,
  { host, port, isSecure, fingerprint }: ImageAddress,
  { cameraId, token, times, mayBeLive }: Wanted,
  signal: AbortSignal,
): Promise<VmsPicture[]> {
  const socket = await connectSecure(guard, {
    host,
    port,
    tls: isSecure,
    fingerprint: fingerprint === '' ? undefined : fingerprint,
    signal,
  })
  socket.on('error', () => undefined)
  const answers = answersOf(socket, signal)
  try {
    socket.write(imageRequests.connect(cameraId, token))
    const connected = await nextOf(answers)
    if (connected.kind !== 'xml') throw new ImageServerError('answer')
    if (!connected.isConnected) throw new ImageServerError('login')
    const recorded = await takeRecorded(socket, answers, times)
    const taken = recorded.length > 0 || !mayBeLive ? recorded : await takeLive(socket, answers)
    const first = taken[0]?.at.getTime() ?? 0
    return taken.map(({ at, jpeg }) => ({ bytes: jpeg, offsetMs: at.getTime() - first }))
  } finally {
    socket.destroy()
  }
}
