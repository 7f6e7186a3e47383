import type { CutText, UnpackBudget } from './packed-file.ts'

const START = /data:(?:image|video|application\/octet-stream)[\w.+/;=-]{0,100},/gi
/** Types of vector drawings, which are logos or icons and never the picture of a camera. */
const DRAWING = /^image\/svg/i

/**
 * Extracts pictures and clips from `data:` addresses (RFC 2397) in a text, usually an HTML body. Base64 in a quoted address may have line
 * breaks.
 */
export function cutDataUrls(text: Uint8Array, budget: UnpackBudget): CutText {
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const cut: CutText = { files: [], lost: [], rest: text }
  if (!buffer.includes('data:') && !buffer.includes('DATA:')) return cut
  const source = buffer.toString('latin1')
  const rest: Buffer[] = []
  let from = 0
  START.lastIndex = 0
  for (let match = START.exec(source); match; match = START.exec(source)) {
    const begin = match.index + match[0].length
    const end = endOf(source, begin, source[match.index - 1] ?? '')
    rest.push(buffer.subarray(from, match.index))
    from = START.lastIndex = end
    if (budget.files-- <= 0) {
      cut.lost.push('more data: addresses than are read')
      break
    }
    take(match[0], source.slice(begin, end), budget, cut)
  }
  if (rest.length > 0) cut.rest = Buffer.concat([...rest, buffer.subarray(from)])
  return cut
}

/** The end of an address. A quoted address ends at its quote, any other at the first character that an address cannot contain. */
function endOf(source: string, begin: number, before: string): number {
  const isQuoted = before === '"' || before === "'"
  const stop = isQuoted ? source.indexOf(before, begin) : -1
  if (stop >= 0) return stop
  const plain = /[\s"'<>)]/g
  plain.lastIndex = begin
  return plain.exec(source)?.index ?? source.length
}

function take(head: string, body: string, budget: UnpackBudget, cut: CutText): void {
  const [type = ''] = head.slice('data:'.length, -1).split(';')
  if (DRAWING.test(type)) return
  const bytes = /;\s*base64\s*,$/i.test(head)
    ? Buffer.from(unescape(body), 'base64')
    : Buffer.from(unescape(body), 'latin1')
  if (bytes.length === 0) return void cut.lost.push(`${type}: empty`)
  if (bytes.length > Math.min(budget.fileBytes, budget.bytes)) return void cut.lost.push(`${type}: too large`)
  budget.bytes -= bytes.length
  cut.files.push({ name: null, type: type.toLowerCase(), bytes })
}

/** Decodes `%2B` and the like. Each becomes one character, because the text was read with one character per byte. */
function unescape(body: string): string {
  if (!body.includes('%')) return body
  return body.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
