import { decodeText } from '../text/charset.ts'
import { type HikvisionEvent, readEventXml } from './read-event-xml.ts'
import type { StreamPart } from './read-alert-stream.ts'

/** An event message of a stream, with the pictures that came with it. */
export interface StreamMessage {
  /** Null for a message that nobody can read. */
  event: HikvisionEvent | null
  xml: Buffer
  pictures: readonly Buffer[]
}

/** Pictures that one message may have. */
const MOST_PICTURES = 10
/** Bytes after which a message waits for no more pictures. Those that follow make further messages of the same event. */
const MOST_BYTES = 8 * 1024 * 1024

/** Takes parts, and gives out the messages that are whole. */
interface MessageGrouper {
  (parts: readonly StreamPart[]): StreamMessage[]
  /** At the end of the stream: the message that still waits for pictures. */
  rest(): StreamMessage[]
}

/**
 * Joins the parts of a stream to messages. A message that announces pictures waits for them, until the next message comes at the latest:
 * devices send a sign of life every few seconds. Pictures that were not announced make a further message of the same event.
 */
export function createMessageGrouper(near: () => Date): MessageGrouper {
  let waiting: { event: HikvisionEvent | null; xml: Buffer; pictures: Buffer[]; due: number } | undefined
  let last: { event: HikvisionEvent | null; xml: Buffer } | undefined

  function take({ type, body }: StreamPart): StreamMessage[] {
    if (type.startsWith('image/')) {
      if (!waiting) return last ? [{ ...last, pictures: [body] }] : []
      waiting.pictures.push(body)
      const bytes = waiting.pictures.reduce((sum, { length }) => sum + length, 0)
      return waiting.pictures.length < waiting.due && bytes < MOST_BYTES ? [] : end()
    }
    const before = end()
    const read = readEventXml(decodeText(body, null).text, near())
    const event = typeof read === 'string' ? null : read
    last = { event, xml: body }
    const due = Math.min(event?.pictures ?? 0, MOST_PICTURES)
    if (due === 0) return [...before, { ...last, pictures: [] }]
    waiting = { ...last, pictures: [], due }
    return before
  }

  function end(): StreamMessage[] {
    if (!waiting) return []
    const { event, xml, pictures } = waiting
    waiting = undefined
    return [{ event, xml, pictures }]
  }

  return Object.assign((parts: readonly StreamPart[]) => parts.flatMap(take), { rest: end })
}

const BOUNDARY = 'winnow-event'

/**
 * Makes of a message what is stored: its text alone, or a multipart as devices push it.
 * @param notFetched why no picture could be fetched; it becomes a problem of the signal
 */
export function composeMessage(
  { xml, pictures, type = 'application/xml' }: Pick<StreamMessage, 'xml' | 'pictures'> & { type?: string },
  notFetched?: string,
): { body: Buffer; rawType: string } {
  const reason = notFetched === undefined ? '' : `; not-fetched=${notFetched}`
  if (pictures.length === 0) return { body: xml, rawType: `${type}${reason}` }
  const part = (name: string, partType: string, content: Buffer): Buffer[] => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${name}\r\nContent-Type: ${partType}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]
  return {
    body: Buffer.concat([
      ...part('name="event"', type, xml),
      ...pictures.flatMap((picture, index) =>
        part(`name="picture"; filename="picture-${index + 1}.jpg"`, 'image/jpeg', picture),
      ),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
    rawType: `multipart/form-data; boundary=${BOUNDARY}${reason}`,
  }
}
