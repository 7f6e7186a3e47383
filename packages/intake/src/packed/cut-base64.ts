import { sniffMedia } from '../media/sniff.ts'
import type { CutText, UnpackBudget } from './packed-file.ts'
import { isZip } from './read-zip.ts'

/** The fewest characters of a line of base64. Mails wrap base64 into lines of 60 to 76 characters; shorter lines may be words. */
const MIN_LINE = 40
/** The fewest characters of a run of base64. No usable picture has fewer, while keys and tokens have. */
const MIN_CHARACTERS = 1500
/** Base64 encodes three bytes as a group of four characters. A run that lost its first characters may start inside a group. */
const GROUP = 4

/**
 * Extracts files that a text contains as bare base64: in a field of XML or JSON, or because the headers of their part were lost. A run of
 * base64 that does not decode to a known type of file is reported as lost.
 */
export function cutBase64(text: Uint8Array, budget: UnpackBudget): CutText {
  const cut: CutText = { files: [], lost: [], rest: text }
  if (text.length < MIN_CHARACTERS) return cut
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const rest: Buffer[] = []
  let from = 0
  for (const [start, end] of findRuns(buffer)) {
    rest.push(buffer.subarray(from, start))
    from = end
    if (budget.files-- <= 0) {
      cut.lost.push('more encoded files in a text than are read')
      break
    }
    const bytes = decode(buffer.toString('latin1', start, end))
    if (!bytes) cut.lost.push('encoded bytes in a text')
    else if (bytes.length > Math.min(budget.fileBytes, budget.bytes))
      cut.lost.push('encoded bytes in a text: too large')
    else {
      budget.bytes -= bytes.length
      cut.files.push({ name: null, type: null, bytes })
    }
  }
  if (rest.length > 0) cut.rest = Buffer.concat([...rest, buffer.subarray(from)])
  return cut
}

const CR = 13
const LF = 10
const PADDING = 61
/** `<` or a quote, which may end a run. The characters before it on the last line belong to the run if they complete its groups. */
const CLOSING = new Set([0x3c, 0x22, 0x27])
const IS_DIGIT = new Uint8Array(256)
for (const character of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'))
  IS_DIGIT[character] = 1

/** Finds the runs of base64: several whole lines and the rest of the last line. Passes once over the text, which may have megabytes. */
function findRuns(buffer: Buffer): [number, number][] {
  const runs: [number, number][] = []
  let start = 0
  let lineStart = 0
  for (let at = 0; at <= buffer.length; at++) {
    const byte = buffer[at]
    if (byte !== undefined && IS_DIGIT[byte] === 1) continue
    const isEnd = byte === undefined || byte === CR || byte === LF
    const isLong = at - lineStart >= MIN_LINE
    if (isEnd && isLong && byte !== undefined) {
      if (byte === CR && buffer[at + 1] === LF) at++
      lineStart = at + 1
      continue
    }
    const isClosed = CLOSING.has(byte ?? 0) && (at - lineStart) % GROUP === 0
    const end = isEnd || byte === PADDING || isLong || isClosed ? at : lineStart
    if (end - start >= MIN_CHARACTERS) runs.push([start, end + paddingAt(buffer, end)])
    start = lineStart = at + 1
  }
  return runs
}

/** The number of padding characters (up to two) at a position. */
function paddingAt(buffer: Buffer, at: number): number {
  if (buffer[at] !== PADDING) return 0
  return buffer[at + 1] === PADDING ? 2 : 1
}

/** Decodes a run to a known type of file, trying each character of the first group as the start; undefined if there is none. */
function decode(run: string): Buffer | undefined {
  for (let skip = 0; skip < GROUP; skip++) {
    const bytes = Buffer.from(skip === 0 ? run : run.slice(skip, skip + 800), 'base64')
    if (sniffMedia(bytes) !== null || isZip(bytes)) return skip === 0 ? bytes : Buffer.from(run.slice(skip), 'base64')
  }
  return undefined
}
