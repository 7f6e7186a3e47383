import type { Socket } from 'node:net'
import { readReply, type RtspReply } from './reply.ts'
import { type RtspRequest, writeRequest } from './write-request.ts'

/** Why an RTSP server gave no reply. */
export class RtspError extends Error {
  readonly code: 'closed' | 'invalid' | 'timeout'

  constructor(code: RtspError['code']) {
    super(`RTSP: ${code}`)
    this.name = 'RtspError'
    this.code = code
  }
}

/** One connection to an RTSP server. Requests are sent one after the other. */
export interface RtspConnection {
  ask(request: RtspRequest, timeoutMs: number): Promise<RtspReply>
  close(): void
}

/** @param socket a connection to a checked address */
export function createRtspConnection(socket: Socket): RtspConnection {
  let received = Buffer.alloc(0)
  let sequence = 0
  let waiting: { resolve: (reply: RtspReply) => void; reject: (error: Error) => void } | undefined
  let failed: RtspError | undefined
  const fail = (code: RtspError['code']): void => {
    failed ??= new RtspError(code)
    socket.destroy()
    waiting?.reject(failed)
  }
  socket.on('error', () => fail('closed'))
  socket.on('close', () => fail('closed'))
  socket.on('data', (chunk: Buffer) => {
    // What nobody asked for is refused, so that it fills no memory.
    if (!waiting) return fail('invalid')
    received = Buffer.concat([received, chunk])
    const reading = readReply(received)
    if (reading.state === 'invalid') fail('invalid')
    if (reading.state !== 'complete') return
    received = received.subarray(reading.bytes)
    const { resolve } = waiting
    waiting = undefined
    resolve(reading.reply)
  })
  return {
    async ask(request, timeoutMs) {
      if (failed) throw failed
      const answer = Promise.withResolvers<RtspReply>()
      waiting = answer
      const timer = setTimeout(() => fail('timeout'), timeoutMs)
      sequence += 1
      socket.write(writeRequest(request, sequence))
      try {
        return await answer.promise
      } finally {
        clearTimeout(timer)
        waiting = undefined
      }
    },
    close: () => void socket.destroy(),
  }
}
