import { sniffMedia } from '../media/sniff.ts'
import type { CutText, UnpackBudget } from './packed-file.ts'

/** The first bytes of a JPEG. Only a text in UTF-16 can contain them. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Extracts a JPEG from a text that continues with its raw bytes, for example because the boundary between them was lost. */
export function cutRawPicture(text: Uint8Array, budget: UnpackBudget): CutText {
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const at = buffer.indexOf(JPEG)
  if (at < 0) return { files: [], lost: [], rest: text }
  const bytes = buffer.subarray(at)
  const cut: CutText = { files: [], lost: [], rest: buffer.subarray(0, at) }
  if (bytes.length > Math.min(budget.fileBytes, budget.bytes) || budget.files-- <= 0)
    cut.lost.push('picture: too large')
  else cut.files.push({ name: null, type: sniffMedia(bytes), bytes })
  return cut
}
