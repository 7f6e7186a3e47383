import type { Socket as UdpSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { createFrameReader } from '@winnow/domain/sia-dc09'
import type { Guard } from '../guard/types.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { readAnswer, type Answer } from './answer.ts'

const ANSWER_MS = 8_000
/** Longer answers are no answers: an encrypted acknowledgement has about 150 bytes. */
const MAX_ANSWER = 1024
/** How often a datagram is sent, since one may be lost on the way. */
const UDP_TRIES = 3

export interface Exchange {
  host: string
  port: number
  transport: 'tcp' | 'udp'
  bytes: Buffer
  /** The number and key of the message, by which its answer is known. */
  sent: { sequence: number; key?: Uint8Array | undefined }
  /** The time that a receiver has for its answer, in ms. */
  answerMs?: number
  signal?: AbortSignal | undefined
  transcript?: Transcript | undefined
}

/** Bytes that come in, whatever the transport, as events. */
interface Wire {
  onFrame(listener: (frame: Buffer) => void): void
  onEnd(listener: (error: Error) => void): void
  send(): void
  close(): void
}

const closed = (): Error => Object.assign(new Error('closed'), { code: 'ECONNRESET' })

function overTcp(socket: Socket, bytes: Buffer): Wire {
  const read = createFrameReader(MAX_ANSWER)
  return {
    onFrame: (listener) => socket.on('data', (chunk: Buffer) => read(chunk).forEach(listener)),
    onEnd: (listener) => socket.on('error', listener).on('close', () => listener(closed())),
    send: () => socket.write(bytes),
    close: () => socket.destroy(),
  }
}

function overUdp(socket: UdpSocket, bytes: Buffer): Wire {
  return {
    // An answer is one datagram.
    onFrame: (listener) =>
      socket.on('message', (datagram) => createFrameReader(MAX_ANSWER)(datagram).forEach(listener)),
    onEnd: (listener) => socket.on('error', listener),
    send: () => socket.send(bytes),
    close: () => socket.close(),
  }
}

/** Waits for the answer to a message. Bytes that are no answer to it are passed over until the time is up. */
async function answerFrom(wire: Wire, message: Exchange): Promise<Answer> {
  const { transport, bytes, sent, answerMs = ANSWER_MS, signal, transcript } = message
  const send = (): void => {
    transcript?.sent(bytes)
    wire.send()
  }
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const tries = transport === 'udp' ? UDP_TRIES : 1
  let left = tries - 1
  const timer = setInterval(() => {
    if (left-- > 0) send()
    else reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
  }, answerMs / tries)
  const giveUp = (): void => reject(new DOMException('given up', 'AbortError'))
  signal?.addEventListener('abort', giveUp)
  wire.onEnd(reject)
  wire.onFrame((frame) => {
    transcript?.answered(frame)
    const answer = readAnswer(frame, sent)
    if (answer.kind !== 'other') resolve(answer)
  })
  try {
    signal?.throwIfAborted()
    send()
    return await promise
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Sends a message to one receiver and returns its answer. Rejects with `GuardError` or the socket's error. */
export async function exchange(guard: Guard, message: Exchange): Promise<Answer> {
  const { host, port, transport, bytes, signal } = message
  const wire =
    transport === 'tcp'
      ? overTcp(await guard.connectTcp(host, port, { signal }), bytes)
      : overUdp(await guard.connectUdp(host, port, { signal }), bytes)
  try {
    return await answerFrom(wire, message)
  } finally {
    wire.close()
  }
}
