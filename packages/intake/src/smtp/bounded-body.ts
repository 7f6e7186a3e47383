import { PassThrough, type Readable } from 'node:stream'

/** Fails the stream of a message that is larger than allowed. */
class MessageTooLarge extends Error {
  override name = 'MessageTooLarge'
}

/** A message on its way from the socket to the store. */
export interface BoundedBody {
  /** What the store reads. */
  stream: Readable
  /** Resolves once the sender has said its last byte, or its connection broke; never rejects. */
  ended: Promise<{ complete: boolean }>
  tooLarge(): boolean
}

/** How much more than the limit is read and thrown away, to be able to answer, before the connection is cut. */
const DRAIN_FACTOR = 4

/**
 * Hands a message on up to `maxBytes`. Beyond that the handed-on stream fails, so nothing of it can be taken for the whole, while the
 * rest is read and dropped: a device that gets an answer in the middle of its message sees a broken connection and sends it for ever.
 * `onFlood` is called for a sender that does not end at all.
 */
export function boundBody(source: Readable, maxBytes: number, onFlood: () => void): BoundedBody {
  const stream = new PassThrough()
  let total = 0
  let over = false
  const ended = new Promise<{ complete: boolean }>((resolve) => {
    source.once('end', () => {
      if (!stream.destroyed) stream.end()
      resolve({ complete: true })
    })
    source.once('error', (error) => {
      stream.destroy(error)
      resolve({ complete: false })
    })
    source.once('close', () => {
      if (!source.readableEnded) stream.destroy(new Error('The connection closed before the message was complete'))
      resolve({ complete: false })
    })
  })
  source.on('data', (chunk: Buffer) => {
    total += chunk.length
    if (total > maxBytes && !over) {
      over = true
      stream.destroy(new MessageTooLarge(`The message is larger than ${maxBytes} bytes`))
    }
    if (total > maxBytes * DRAIN_FACTOR) onFlood()
    if (!stream.destroyed && !stream.write(chunk)) source.pause()
  })
  stream.on('drain', () => source.resume())
  // whoever stops reading early must not stop the sender from being read
  stream.on('close', () => source.resume())
  // without a listener of its own an error here would end the process when the store has already stopped listening
  stream.on('error', () => source.resume())
  return { stream, ended, tooLarge: () => over }
}
