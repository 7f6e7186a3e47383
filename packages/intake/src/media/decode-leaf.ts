import type { Leaf } from '../mime/split-parts.ts'
import { decodeTransfer } from '../mime/transfer.ts'
import { cutUuencoded } from '../packed/cut-uuencoded.ts'
import { isTnef } from '../packed/read-tnef.ts'
import { isZip } from '../packed/read-zip.ts'
import { claimsMedia, sniffMedia, trimLeadingLineEnds } from './sniff.ts'

/**
 * Undoes the transfer encoding of a leaf. If this yields no picture, clip or archive, other encodings are tried, because the declared one
 * may be wrong or missing; a plain text is not decoded by such a guess. `ok` is false when the content does not match its encoding.
 */
export function decodeLeaf(leaf: Leaf): { bytes: Uint8Array; ok: boolean } {
  const plain = trimLeadingLineEnds(leaf.body)
  // Some devices declare the raw bytes of a picture as base64. Decoding would destroy them.
  if (isFile(plain)) return { bytes: plain, ok: true }
  const decoded = decodeTransfer(leaf.body, leaf.encoding)
  const bytes = trimLeadingLineEnds(decoded.bytes)
  if (isFile(bytes)) return { bytes, ok: decoded.ok }
  const isText = leaf.type.startsWith('text/') && !claimsMedia(leaf.name, leaf.typeDeclared ? leaf.type : null)
  const guessed = isText ? null : decodeTransfer(leaf.body, 'base64').bytes
  if (guessed && isFile(guessed)) return { bytes: guessed, ok: true }
  const file = isText && !isUuencoded(leaf) ? null : uuencodedFile(bytes)
  return file ? { bytes: file, ok: true } : { bytes, ok: decoded.ok }
}

const isFile = (bytes: Uint8Array): boolean => sniffMedia(bytes) !== null || isZip(bytes) || isTnef(bytes)

const isUuencoded = ({ encoding }: Leaf): boolean => /^\s*(x-)?uu/i.test(encoding)

/** The only file in a uuencoded part. */
function uuencodedFile(bytes: Uint8Array): Uint8Array | undefined {
  return cutUuencoded(bytes, { bytes: Infinity, fileBytes: Infinity, files: 1 }).files[0]?.bytes
}
