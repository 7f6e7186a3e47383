import type { ParseLimits } from '../limits.ts'
import type { SignalProblem } from '../signal.ts'
import { findBody, type HeaderBlock, MimeHeaders, readHeaders } from './headers.ts'
import { decodeTransfer } from './transfer.ts'

/** A part without further parts. `body` is still in its transfer encoding. */
export interface Leaf {
  headers: MimeHeaders
  /** Lower case; `text/plain` if the device declared none. */
  type: string
  /** False if `type` is a guess. */
  typeDeclared: boolean
  charset: string | null
  name: string | null
  encoding: string
  /** The name of a form field, for multipart/form-data. */
  field: string | null
  /** Whether these are bytes outside of valid parts: before the first part, after the last part, or in place of the headers of a part. */
  isStray: boolean
  body: Uint8Array
}

/** The result of splitting a message. */
export interface SplitMessage {
  headers: MimeHeaders
  leaves: Leaf[]
  problems: SignalProblem[]
}

/** Bytes outside of parts are examined if there are more than this. Firmware may write a short explanation there. */
const STRAY_BYTES = 1000
const LF = 10
const CR = 13
const DASH = 45

/**
 * Splits a message into its leaves, the outer multipart first, without copying the bytes. An inner multipart that has no closing delimiter
 * ends where its part of the outer multipart ends. Each multipart is searched once. Never throws.
 */
export function splitMessage(raw: Uint8Array, limits: ParseLimits): SplitMessage {
  const buffer = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const walk = new Walk(buffer, limits)
  const headers = walk.message(0, buffer.length, 0)
  return { headers: headers ?? new MimeHeaders(new Map()), leaves: walk.leaves, problems: walk.problems }
}

/** Splits a body whose content type is not in the message but, for example, in an HTTP header. */
export function splitBody(raw: Uint8Array, contentType: string, limits: ParseLimits): SplitMessage {
  const buffer = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const walk = new Walk(buffer, limits)
  const headers = new MimeHeaders(new Map([['content-type', contentType.slice(0, 4096)]]))
  walk.part(headers, 0, buffer.length, 0)
  return { headers, leaves: walk.leaves, problems: walk.problems }
}

class Walk {
  readonly leaves: Leaf[] = []
  readonly problems: SignalProblem[] = []
  readonly #buffer: Buffer
  readonly #limits: ParseLimits
  #parts = 0

  constructor(buffer: Buffer, limits: ParseLimits) {
    this.#buffer = buffer
    this.#limits = limits
  }

  /** Reads a whole message: headers, then a body. Returns the headers. */
  message(start: number, end: number, depth: number): MimeHeaders | null {
    const found = findBody(this.#buffer, start, end, this.#limits.maxHeaderBytes)
    const headers = found && readHeaders(this.#buffer.subarray(start, found.headerEnd))
    if (!found || !headers || headers.size === 0) {
      this.#problem('not-mime', found ? 'no headers' : 'headers too large')
      this.#leaf(new MimeHeaders(new Map()), start, end)
      return null
    }
    this.#withHeaders(headers, found, start, end, depth)
    return headers
  }

  part(headers: MimeHeaders, start: number, end: number, depth: number): void {
    if (++this.#parts > this.#limits.maxParts)
      return this.#problem('too-many-parts', `more than ${this.#limits.maxParts}`)
    const { value: type, params } = headers.structured('content-type')
    const container = type.startsWith('multipart/')
    if (!container && type !== 'message/rfc822') return this.#leaf(headers, start, end)
    if (depth >= this.#limits.maxDepth) return this.#problem('too-deep', `more than ${this.#limits.maxDepth} levels`)
    if (!container) return this.#embedded(headers, start, end, depth)
    const boundary = params['boundary'] || this.#guessBoundary(start, end)
    if (!boundary || boundary.length > 200) return this.#leaf(headers, start, end)
    this.#children(Buffer.from(`--${boundary}`, 'latin1'), start, end, depth)
  }

  #embedded(headers: MimeHeaders, start: number, end: number, depth: number): void {
    const encoding = headers.get('content-transfer-encoding') ?? ''
    if (!/^\s*(base64|quoted-printable)/i.test(encoding)) {
      this.message(start, end, depth + 1)
      return
    }
    const inner = splitMessage(decodeTransfer(this.#buffer.subarray(start, end), encoding).bytes, {
      ...this.#limits,
      maxParts: this.#limits.maxParts - this.#parts,
      maxDepth: this.#limits.maxDepth - depth - 1,
    })
    this.#parts += inner.leaves.length
    this.leaves.push(...inner.leaves)
    this.problems.push(...inner.problems)
  }

  #children(delimiter: Buffer, start: number, end: number, depth: number): void {
    let line = findDelimiter(this.#buffer, delimiter, start, end)
    // A multipart without any delimiter is a single part with a wrong type.
    if (!line) return this.#leaf(new MimeHeaders(new Map()), start, end)
    this.#stray(start, line.at)
    while (line && !line.last) {
      const next = findDelimiter(this.#buffer, delimiter, line.after, end)
      const stop = next ? beforeLineEnd(this.#buffer, line.after, next.at) : end
      this.#child(line.after, stop, depth + 1)
      if (this.#parts > this.#limits.maxParts) return
      line = next
    }
    if (line) this.#stray(line.after, end)
  }

  #child(start: number, end: number, depth: number): void {
    const found = findBody(this.#buffer, start, end, this.#limits.maxHeaderBytes)
    const headers = found && readHeaders(this.#buffer.subarray(start, found.headerEnd))
    if (found && headers) this.#withHeaders(headers, found, start, end, depth)
    else this.part(new MimeHeaders(new Map()), start, end, depth)
  }

  #withHeaders(headers: MimeHeaders, found: HeaderBlock, start: number, end: number, depth: number): void {
    this.part(headers, found.bodyStart, end, depth)
    // Without the empty line that ends headers, a picture's lines look like headers.
    const block = this.#buffer.toString('latin1', start, found.headerEnd)
    if (/\n[A-Za-z0-9+/]{40,}\r?\n/.test(block)) this.#stray(start, found.headerEnd)
  }

  /** Takes bytes outside of parts as a leaf, so that a lost or misplaced boundary hides no picture. */
  #stray(start: number, end: number): void {
    if (end - start > STRAY_BYTES) this.#leaf(new MimeHeaders(new Map()), start, end, true)
  }

  #leaf(headers: MimeHeaders, start: number, end: number, isStray = false): void {
    const { value: type, params } = headers.structured('content-type')
    const charset = params['charset'] ?? null
    this.leaves.push({
      headers,
      type: type || 'text/plain',
      typeDeclared: type !== '',
      charset,
      name:
        headers.parameterText('content-disposition', 'filename', charset) ??
        headers.parameterText('content-type', 'name', charset),
      encoding: headers.get('content-transfer-encoding') ?? '',
      field: headers.structured('content-disposition').params['name'] ?? null,
      isStray,
      body: this.#buffer.subarray(start, end),
    })
  }

  /** Some firmware omits the boundary parameter. The body then starts with the delimiter. */
  #guessBoundary(start: number, end: number): string | null {
    const head = this.#buffer.subarray(start, Math.min(end, start + 400)).toString('latin1')
    return /^\s*--([^\r\n]{1,200})\r?\n/.exec(head)?.[1]?.trimEnd() ?? null
  }

  #problem(code: SignalProblem['code'], detail: string): void {
    if (!this.problems.some((problem) => problem.code === code)) this.problems.push({ code, detail })
  }
}

/** Finds the next line that consists of `delimiter`, optionally `--`, and blanks. `last` says that it has the `--`. */
function findDelimiter(
  buffer: Buffer,
  delimiter: Buffer,
  from: number,
  end: number,
): { at: number; after: number; last: boolean } | null {
  for (
    let at = buffer.indexOf(delimiter, from);
    at >= 0 && at < end;
    at = buffer.indexOf(delimiter, at + delimiter.length)
  ) {
    if (at !== from && buffer[at - 1] !== LF) continue
    let after = at + delimiter.length
    const last = buffer[after] === DASH && buffer[after + 1] === DASH
    if (last) after += 2
    while (after < end && (buffer[after] === 32 || buffer[after] === 9 || buffer[after] === CR)) after++
    if (after >= end) return { at, after: end, last }
    if (buffer[after] === LF) return { at, after: after + 1, last }
    // The closing delimiter ends the multipart, even if more text follows on its line.
    if (last) return { at, after, last }
  }
  return null
}

/** The end of a part whose delimiter is at `at`. The line end before a delimiter belongs to the delimiter, not to the part. */
function beforeLineEnd(buffer: Buffer, start: number, at: number): number {
  let end = at
  if (end > start && buffer[end - 1] === LF) end--
  if (end > start && buffer[end - 1] === CR) end--
  return end
}
