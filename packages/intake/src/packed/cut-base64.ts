import { sniffMedia } from '../media/sniff.ts'
import type { CutText, UnpackBudget } from './packed-file.ts'
import { isZip } from './read-zip.ts'

/** Lines of base64 as they are broken in mails, or one long one. */
const RUN = /(?:[A-Za-z0-9+/]{40,}\r?\n)*[A-Za-z0-9+/]{40,}={0,2}/g
/** Fewer characters make no picture that anybody could look at; keys and tokens are shorter. */
const MIN_CHARACTERS = 1500
/** A run that lost its first characters, or in which some were changed, may begin in the middle of a group of four. */
const GROUP = 4

/**
 * Cuts files out of a text that stand in it as bare base64: in a field of XML or JSON, or because the headers of their part were lost. A run that is no
 * file we know is named as lost.
 */
export function cutBase64(text: Uint8Array, budget: UnpackBudget): CutText {
  const cut: CutText = { files: [], lost: [], rest: text }
  if (text.length < MIN_CHARACTERS) return cut
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const source = buffer.toString('latin1')
  const rest: Buffer[] = []
  let from = 0
  for (const { 0: run, index } of source.matchAll(RUN)) {
    if (run.length < MIN_CHARACTERS) continue
    rest.push(buffer.subarray(from, index))
    from = index + run.length
    const bytes = decode(run)
    if (!bytes) cut.lost.push('encoded bytes in a text')
    else if (bytes.length > Math.min(budget.fileBytes, budget.bytes) || budget.files-- <= 0)
      cut.lost.push('encoded bytes in a text: too large, or one too many')
    else {
      budget.bytes -= bytes.length
      cut.files.push({ name: null, type: null, bytes })
    }
  }
  if (rest.length > 0) cut.rest = Buffer.concat([...rest, buffer.subarray(from)])
  return cut
}

/** A known file, wherever in the first group of four the run begins. */
function decode(run: string): Buffer | undefined {
  for (let skip = 0; skip < GROUP; skip++) {
    const bytes = Buffer.from(skip === 0 ? run : run.slice(skip, skip + 800), 'base64')
    if (sniffMedia(bytes) !== null || isZip(bytes)) return skip === 0 ? bytes : Buffer.from(run.slice(skip), 'base64')
  }
  return undefined
}
