/** One part of a raw message, written without a mail library, as devices do. */
export interface RawPart {
  headers: readonly string[]
  body: Buffer | string
  encoding: 'base64' | '8bit'
}

const CRLF = '\r\n'

/** Base64 in lines of 76 characters. */
function base64Lines(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/.{76}(?=.)/g, `$&${CRLF}`)
}

/** A message in its wire format. Bodies marked 8bit are inserted unchanged, in any charset that the device uses. */
export function rawMultipart(headers: readonly string[], boundary: string, parts: readonly RawPart[]): Buffer {
  const chunks: (Buffer | string)[] = [headers.join(CRLF), CRLF, CRLF]
  for (const part of parts) {
    const encoded =
      part.encoding === 'base64'
        ? base64Lines(Buffer.isBuffer(part.body) ? part.body : Buffer.from(part.body, 'utf8'))
        : part.body
    chunks.push(`--${boundary}`, CRLF, part.headers.join(CRLF), CRLF)
    chunks.push(`Content-Transfer-Encoding: ${part.encoding}`, CRLF, CRLF, encoded, CRLF)
  }
  chunks.push(`--${boundary}--`, CRLF)
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)))
}

/** A picture as an attachment of that name. */
export function picturePart(name: string, jpeg: Buffer, type = 'image/jpeg', disposition = 'attachment'): RawPart {
  return {
    headers: [`Content-Type: ${type}; name="${name}"`, `Content-Disposition: ${disposition}; filename="${name}"`],
    body: jpeg,
    encoding: 'base64',
  }
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A `Date:` header's value in UTC. */
export function mailDate(at: Date): string {
  const time = at.toISOString().slice(11, 19)
  return `${DAYS[at.getUTCDay()]}, ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} ${time} +0000`
}

let gb2312: Map<string, number> | undefined

/** Encodes a text in GB 2312, the default of Chinese devices. Characters that it does not contain become question marks. */
export function encodeGb2312(text: string): Buffer {
  if (!gb2312) {
    // The platform can only decode this charset, so every two-byte code is decoded once to build the reverse table.
    const decoder = new TextDecoder('gb2312')
    gb2312 = new Map()
    for (let high = 0xa1; high <= 0xf7; high++) {
      for (let low = 0xa1; low <= 0xfe; low++) gb2312.set(decoder.decode(Uint8Array.of(high, low)), high * 256 + low)
    }
  }
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0x3f
    const wide = gb2312.get(letter)
    if (code < 0x80) bytes.push(code)
    else if (wide === undefined) bytes.push(0x3f)
    else bytes.push(wide >> 8, wide & 255)
  }
  return Buffer.from(bytes)
}
