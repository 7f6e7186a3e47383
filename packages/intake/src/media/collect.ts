import { createHash } from 'node:crypto'
import type { ParseLimits } from '../limits.ts'
import { decodeTransfer } from '../mime/transfer.ts'
import type { Leaf } from '../mime/split-parts.ts'
import type { MediaPart, SignalProblem } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { claimsMedia, sniffMedia, trimLeadingLineEnds } from './sniff.ts'

/** What one leaf of a message holds. */
export type LeafContent =
  | { is: 'media'; media: MediaPart; problem: SignalProblem | null }
  | { is: 'text'; bytes: Uint8Array; problem: SignalProblem | null }
  | { is: 'other'; problem: SignalProblem | null }

/** What is told of a picture without a byte. */
export const EMPTY_PART = 'empty part'

/** Text that a device may write its fields into. */
const TEXT = /^(text\/|application\/(xml|json)|message\/)/

/**
 * Tells picture, clip, text and the rest apart by what the bytes are; the declared type and the name only speak where the bytes
 * say nothing. A part with a wrong or missing transfer encoding is decoded when that gives a picture.
 */
export function readLeaf(leaf: Leaf, limits: ParseLimits): LeafContent {
  const tooLarge: SignalProblem = { code: 'part-too-large', detail: `more than ${limits.maxPartBytes} bytes` }
  // base64 is the wordiest encoding in use; what is longer than its share cannot decode to an allowed size
  if (leaf.body.length > limits.maxPartBytes * 1.5) return { is: 'other', problem: tooLarge }
  const { bytes, ok } = decodeBody(leaf)
  const name = leaf.name === null ? null : fileName(leaf.name)
  const declaredType = leaf.typeDeclared ? leaf.type : null
  const detectedType = sniffMedia(bytes)
  const problem: SignalProblem | null = ok
    ? null
    : { code: 'bad-encoding', detail: lineOrNull(leaf.encoding, 40) ?? 'content' }
  if (detectedType !== null || claimsMedia(name, declaredType)) {
    if (bytes.length === 0) return { is: 'other', problem: { code: 'bad-encoding', detail: EMPTY_PART } }
    if (bytes.length > limits.maxPartBytes) return { is: 'other', problem: tooLarge }
    return { is: 'media', media: mediaPart({ name, declaredType, bytes, offsetMs: null }), problem }
  }
  return TEXT.test(leaf.type) ? { is: 'text', bytes, problem } : { is: 'other', problem }
}

/** Makes a media part, with its hash and detected type. */
export function mediaPart(part: Omit<MediaPart, 'sha256' | 'detectedType'>): MediaPart {
  const sha256 = createHash('sha256').update(part.bytes).digest('hex')
  return { ...part, detectedType: sniffMedia(part.bytes), sha256 }
}

/** The last component of a path, cleaned: a name is shown, never opened. */
export function fileName(text: string): string | null {
  return lineOrNull(text.split(/[/\\]/).at(-1))
}

function decodeBody(leaf: Leaf): { bytes: Uint8Array; ok: boolean } {
  const plain = trimLeadingLineEnds(leaf.body)
  // raw bytes of a picture under a claim of base64 would be destroyed by decoding them
  if (sniffMedia(plain)) return { bytes: plain, ok: true }
  const decoded = decodeTransfer(leaf.body, leaf.encoding)
  const bytes = trimLeadingLineEnds(decoded.bytes)
  if (sniffMedia(bytes)) return { bytes, ok: decoded.ok }
  const named = claimsMedia(leaf.name, leaf.typeDeclared ? leaf.type : null)
  if (named || leaf.type === 'application/octet-stream') {
    const guessed = decodeTransfer(leaf.body, 'base64').bytes
    if (sniffMedia(guessed)) return { bytes: guessed, ok: true }
  }
  return { bytes, ok: decoded.ok }
}
