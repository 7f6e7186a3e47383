import type { CutText, UnpackBudget } from './packed-file.ts'

const LF = 10
/** The most occurrences of `begin ` that are examined. A normal text has a few. */
const MAX_TRIES = 10_000
const BEGIN = Buffer.from('begin ')
const HEAD = /^begin(?: |-base64 )([0-7]{3,4}) (.{1,200}?)\s*$/

/**
 * Extracts uuencoded files from a text, between `begin 644 a.jpg` and `end`, as in POSIX. A line that only looks like a start is left in
 * the text. A file without `end` is decoded up to its last valid line.
 */
export function cutUuencoded(text: Uint8Array, budget: UnpackBudget): CutText {
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const cut: CutText = { files: [], lost: [], rest: text }
  const rest: Buffer[] = []
  let from = 0
  let tries = 0
  for (let at = buffer.indexOf(BEGIN); at >= 0; at = buffer.indexOf(BEGIN, at)) {
    if (tries++ > MAX_TRIES || budget.files <= 0) {
      cut.lost.push('more files in a text than are read')
      break
    }
    const block = at === 0 || buffer[at - 1] === LF ? readBlock(buffer, at) : null
    if (!block) {
      at += BEGIN.length
      continue
    }
    rest.push(buffer.subarray(from, at))
    from = at = block.after
    budget.files--
    if (block.bytes.length > Math.min(budget.fileBytes, budget.bytes)) {
      cut.lost.push(`${block.name}: too large`)
      continue
    }
    budget.bytes -= block.bytes.length
    cut.files.push({ name: block.name, type: null, bytes: block.bytes })
  }
  if (rest.length > 0) cut.rest = Buffer.concat([...rest, buffer.subarray(from)])
  return cut
}

function readBlock(buffer: Buffer, start: number): { name: string; bytes: Buffer; after: number } | null {
  let line = lineAt(buffer, start)
  const name = HEAD.exec(line.text)?.[2]
  if (name === undefined) return null
  const pieces: Buffer[] = []
  let isEmpty = true
  for (line = lineAt(buffer, line.after); line.after > line.at; line = lineAt(buffer, line.after)) {
    if (line.text === 'end') return isEmpty ? null : { name, bytes: Buffer.concat(pieces), after: line.after }
    const piece = decodeLine(line.text)
    if (!piece) break
    if (piece.length > 0) isEmpty = false
    pieces.push(piece)
  }
  // The file has no end. It is kept if it has content.
  return isEmpty ? null : { name, bytes: Buffer.concat(pieces), after: line.at }
}

/** Reads one line without its line end; `after` is the start of the next line. Longer lines are truncated: uuencoded ones are short. */
function lineAt(buffer: Buffer, at: number): { text: string; at: number; after: number } {
  const found = buffer.indexOf(LF, at)
  const end = found < 0 ? buffer.length : found
  const text = buffer.toString('latin1', at, Math.min(end, at + 260)).replace(/\r$/, '')
  return { text, at, after: found < 0 ? buffer.length : found + 1 }
}

/** Decodes a line `<length><characters>`, whose trailing blanks may be lost. Returns null for a line of another form. */
function decodeLine(text: string): Buffer | null {
  if (text === '') return null
  const length = (text.charCodeAt(0) - 32) & 63
  if (length > 45 || text.length > 70 || !/^[\x20-\x60]*$/.test(text)) return null
  const out = Buffer.alloc(length)
  const digit = (n: number): number => ((n < text.length ? text.charCodeAt(n) : 32) - 32) & 63
  // The line must have at least half of the length that it states.
  if (text.length - 1 < length / 2) return null
  for (let at = 0, n = 1; at < length; at += 3, n += 4) {
    const bits = (digit(n) << 18) | (digit(n + 1) << 12) | (digit(n + 2) << 6) | digit(n + 3)
    out[at] = bits >> 16
    if (at + 1 < length) out[at + 1] = (bits >> 8) & 255
    if (at + 2 < length) out[at + 2] = bits & 255
  }
  return out
}
