/** The first and last byte that a request asks for, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a Range header (RFC 9110, section 14.2).
 * @returns undefined for everything: without a header, and for one that the standard allows to ignore, as with several ranges; `outside` if
 *   none of the bytes exist
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 || bytes === 0 ? 'outside' : suffix(Number(last), bytes)
  const [start, end] = [Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= bytes ? 'outside' : { start, end }
}

const suffix = (length: number, bytes: number): ByteRange => ({ start: Math.max(0, bytes - length), end: bytes - 1 })
