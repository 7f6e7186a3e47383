import { parsePelcoSerial } from '@winnow/domain'

/** Twelve digits with hyphens between them, and neither a digit nor a hyphen before one on either side. */
const SERIALS = /(?<![0-9]|[0-9]-)[0-9](?:-*[0-9]){11}(?!-*[0-9])/g

/**
 * The serial number in the text of a QR code: the text itself, or the only serial number in it, as in an address of the maker. Undefined
 * if there is none, or if several differ, because then nobody knows which is meant.
 */
export function serialOfCode(text: string): string | undefined {
  const found = new Set(Array.from(text.matchAll(SERIALS), ([match]) => parsePelcoSerial(match)))
  const [serial] = found
  return found.size === 1 ? serial : undefined
}
