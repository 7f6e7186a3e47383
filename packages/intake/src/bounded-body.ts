import { PassThrough, type Readable } from 'node:stream'
import type { Turn } from './turns.ts'

/** Ends the stream of a message that is too large. */
class MessageTooLarge extends Error {
  override name = 'MessageTooLarge'
}

/** A message between the socket and the store. */
export interface BoundedBody {
  /** The stream for the store. */
  stream: Readable
  /** Resolves after the sender's last byte, or when its connection breaks; never rejects. */
  ended: Promise<{ complete: boolean }>
  tooLarge(): boolean
}

/** The limits of a message. */
export interface Bounds {
  maxBytes: number
  /** The part of this message in the turns that large messages take. */
  turn: Turn
  /** Called when reading pauses until the turn of the message, which comes when `until` resolves. */
  held: (until: Promise<void>) => void
  /** Closes the connection of a sender that does not stop. */
  cut: () => void
}

/** A message that is too large is read and dropped up to this multiple of the limit, to answer it. Then the connection is closed. */
const DRAIN_FACTOR = 4

/**
 * Passes on a message of up to `maxBytes`, each chunk when its turn has come. The stream of a larger message fails, so that the store does
 * not take a part for the whole message. The rest is read in turns and dropped: a device that gets a reply before the end of its message
 * sees a broken connection and repeats the message forever. The last turn is not released here; it lasts until the message is stored.
 */
export function boundBody(source: Readable, { maxBytes, turn, held, cut }: Bounds): BoundedBody {
  const stream = new PassThrough()
  let total = 0
  let over = false
  let isWaiting = false
  let isAllHere = false
  const ended = new Promise<{ complete: boolean }>((resolve) => {
    source.once('end', () => {
      isAllHere = true
      afterTurn(0, () => {
        if (!stream.destroyed) stream.end()
        resolve({ complete: true })
      })
    })
    source.once('error', (error) => {
      turn.end()
      stream.destroy(error)
      resolve({ complete: false })
    })
    source.once('close', () => {
      if (source.readableEnded) return
      turn.end()
      stream.destroy(new Error('The connection closed before the message was complete'))
      resolve({ complete: false })
    })
  })
  /** Calls `handle` when the turn for these bytes has come. Nothing more is read until then. */
  function afterTurn(bytes: number, handle: () => void): void {
    const waiting = turn.take(bytes)
    if (!waiting) return handle()
    isWaiting = true
    held(waiting)
    source.pause()
    void handleAfter(waiting, handle)
  }
  async function handleAfter(waiting: Promise<void>, handle: () => void): Promise<void> {
    await waiting
    isWaiting = false
    handle()
  }
  function goOn(): void {
    if (isWaiting || isAllHere) return
    turn.give()
    source.resume()
  }
  source.on('data', (chunk: Buffer) => {
    total += chunk.length
    if (total > maxBytes && !over) {
      over = true
      stream.destroy(new MessageTooLarge(`The message is larger than ${maxBytes} bytes`))
    }
    if (total > maxBytes * DRAIN_FACTOR) cut()
    afterTurn(chunk.length, () => {
      if (stream.destroyed || stream.write(chunk)) goOn()
      else source.pause()
    })
  })
  stream.on('drain', goOn)
  // If the store stops reading early, reading from the sender must continue.
  stream.on('close', goOn)
  // The store may have removed its listener. Without any listener, an error of the stream would end the process.
  stream.on('error', goOn)
  return { stream, ended, tooLarge: () => over }
}
