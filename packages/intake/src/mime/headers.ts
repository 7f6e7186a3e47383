import { isUtf8 } from 'node:buffer'
import libmime from 'libmime'
import { decodeText } from '../text/charset.ts'
import { cleanLine } from '../text/clean.ts'

/** The longest value that is read, in characters. No device writes longer ones, and the library's regular expressions need short input. */
const MAX_VALUE = 4096
const MAX_HEADERS = 200
const CR = 13
const LF = 10

/** The headers of one part: names in lower case, and values on one line with one character per byte. */
export class MimeHeaders {
  readonly #values: Map<string, string>

  constructor(values: Map<string, string>) {
    this.#values = values
  }

  get size(): number {
    return this.#values.size
  }

  /** The raw value, one character per byte, or null. */
  get(name: string): string | null {
    return this.#values.get(name) ?? null
  }

  /** The value as text, or null. Decodes encoded words. Reads bare 8-bit bytes as UTF-8 or, if that is invalid, in `fallbackCharset`. */
  text(name: string, fallbackCharset?: string | null): string | null {
    const raw = this.get(name)
    return raw === null ? null : cleanLine(decodeEncodedWords(decodeBytes(raw, fallbackCharset ?? null)))
  }

  /** A structured value, `type/subtype; key=value`, still one character per byte. */
  structured(name: string): Structured {
    return parseStructured(this.get(name) ?? '')
  }

  /** A parameter as text, decoded from any of the encodings that devices use for text outside ASCII. */
  parameterText(name: string, key: string, fallbackCharset: string | null): string | null {
    const raw = this.get(name)
    if (raw === null) return null
    const value = parseStructured(decodeBytes(raw, fallbackCharset)).params[key]
    return value ? decodeEncodedWords(value) : null
  }
}

/** A structured header value, `value; key=parameter`. `value` is in lower case. */
export interface Structured {
  value: string
  params: Record<string, string>
}

function parseStructured(raw: string): Structured {
  try {
    const { value, params } = libmime.parseHeaderValue(raw)
    return { value: (value || '').toLowerCase(), params }
  } catch {
    return { value: '', params: {} }
  }
}

function decodeEncodedWords(text: string): string {
  try {
    return libmime.decodeWords(text)
  } catch {
    return text
  }
}

/** Bare 8-bit bytes of a header as text. */
function decodeBytes(raw: string, fallbackCharset: string | null): string {
  const bytes = Buffer.from(raw, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : decodeText(bytes, fallbackCharset).text
}

/**
 * Reads a header block of `Name: value` lines with folded continuations. Of two headers with the same name, the first is used. Returns null
 * when the first line is not a header, as in a body without headers.
 */
export function readHeaders(block: Uint8Array): MimeHeaders | null {
  const values = new Map<string, string>()
  let name = ''
  let first = true
  for (const line of Buffer.from(block).toString('latin1').split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (/^[ \t]/.test(text)) {
      const value = values.get(name)
      if (value !== undefined && value.length < MAX_VALUE)
        values.set(name, `${value} ${text.trim()}`.slice(0, MAX_VALUE))
      continue
    }
    const colon = text.indexOf(':')
    // mbox files begin with "From sender date"
    if (first && text.startsWith('From ')) continue
    if (first && !/^[\x21-\x39\x3b-\x7e]{1,100}[ \t]*:/.test(text)) return text === '' ? new MimeHeaders(values) : null
    first = false
    name = colon > 0 ? text.slice(0, colon).trim().toLowerCase() : ''
    if (name && !values.has(name) && values.size < MAX_HEADERS) {
      values.set(name, text.slice(colon + 1, colon + 1 + MAX_VALUE).trim())
    } else name = ''
  }
  return new MimeHeaders(values)
}

/** The end of a header block and the start of the body. */
export interface HeaderBlock {
  headerEnd: number
  bodyStart: number
}

/** The end of the header block of `bytes[start, end)` and the start of its body; null without an empty line within `max` bytes. */
export function findBody(bytes: Uint8Array, start: number, end: number, max: number): HeaderBlock | null {
  if (bytes[start] === LF) return { headerEnd: start, bodyStart: start + 1 }
  if (bytes[start] === CR && bytes[start + 1] === LF) return { headerEnd: start, bodyStart: start + 2 }
  const limit = Math.min(end, start + max)
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < limit; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF && at + 1 < end) return { headerEnd: at + 1, bodyStart: at + 2 }
    if (bytes[at + 1] === CR && bytes[at + 2] === LF && at + 2 < end) return { headerEnd: at + 1, bodyStart: at + 3 }
  }
  return end - start <= max ? { headerEnd: end, bodyStart: end } : null
}
