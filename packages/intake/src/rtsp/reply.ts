import { MAX_REPLY_BYTES } from './limits.ts'

/** A reply of an RTSP server (RFC 2326). Names of headers are in lower case. A header that comes several times has several values. */
export interface RtspReply {
  status: number
  headers: ReadonlyMap<string, readonly string[]>
  body: string
}

export type ReplyReading =
  | { state: 'complete'; reply: RtspReply; bytes: number }
  /** More bytes are needed. */
  | { state: 'partial' }
  /** This is no reply, or one that is larger than any description of a stream. */
  | { state: 'invalid' }

const STATUS_LINE = /^RTSP\/[12]\.\d (\d{3})(?: |$)/
const MAX_HEADERS = 64
const BREAK = '\r\n'

/** Reads the first reply of what was received. */
export function readReply(received: Uint8Array): ReplyReading {
  const text = Buffer.from(received.buffer, received.byteOffset, received.byteLength).toString('latin1')
  // Every reply begins like this, so that another protocol is known by its first bytes.
  if (!'RTSP/'.startsWith(text.slice(0, 5))) return { state: 'invalid' }
  const end = text.indexOf(BREAK + BREAK)
  if (end < 0) return received.byteLength > MAX_REPLY_BYTES ? { state: 'invalid' } : { state: 'partial' }
  const [first = '', ...lines] = text.slice(0, end).split(BREAK)
  const status = STATUS_LINE.exec(first)?.[1]
  if (status === undefined || lines.length > MAX_HEADERS) return { state: 'invalid' }
  const headers = readHeaders(lines)
  const length = headers.get('content-length')?.[0] ?? '0'
  const from = end + 2 * BREAK.length
  if (!/^\d{1,6}$/.test(length) || from + Number(length) > MAX_REPLY_BYTES) return { state: 'invalid' }
  const bytes = from + Number(length)
  if (received.byteLength < bytes) return { state: 'partial' }
  return { state: 'complete', bytes, reply: { status: Number(status), headers, body: text.slice(from, bytes) } }
}

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const values = headers.get(name) ?? []
    values.push(line.slice(colon + 1).trim())
    headers.set(name, values)
  }
  return headers
}
