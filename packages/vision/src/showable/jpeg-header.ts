import { isTurned } from './without-metadata.ts'
import type { PictureHeader } from './picture-header.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** The markers of the codings that browsers decode: baseline, extended and progressive Huffman coding. */
const PLAIN_FRAMES = [0xc0, 0xc1, 0xc2]
const PROGRESSIVE = 0xc2
/**
 * The largest number of scans in a progressive file. For each scan, a browser processes the whole picture, and a malicious file of a few
 * kilobytes could have thousands of scans. Encoders write about ten.
 */
const MAX_SCANS = 20

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Whether a segment announces a second picture in the file, such as a gain map. The header of the first picture does not mention it. */
function holdsPictures(marker: number, segment: Buffer): boolean {
  if (marker !== 0xe2) return false
  const name = segment.toString('latin1', 0, 20)
  return name.startsWith('MPF\0') || name.startsWith('urn:iso:')
}

/**
 * Counts the scans of the file, up to MAX_SCANS + 1. Searching for `FF DA` is sufficient, because in coded data a byte of 255 is always
 * followed by 0.
 */
function countScans(bytes: Buffer, from: number): number {
  let count = 0
  for (
    let at = bytes.indexOf('ffda', from, 'hex');
    at >= 0 && count <= MAX_SCANS;
    at = bytes.indexOf('ffda', at + 2, 'hex')
  )
    count += 1
  return count
}

/** Reads a JPEG's segments up to its first scan (ITU-T T.81, annex B). Returns undefined if the segments are not contiguous. */
export function readJpegHeader(bytes: Buffer): PictureHeader | undefined {
  let header: PictureHeader | undefined
  let holdsMore = false
  let isProgressive = false
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= END_OF_IMAGE) || length < 2) return undefined
    if (marker === START_OF_SCAN) {
      if (header === undefined) return undefined
      const isEndless = isProgressive && countScans(bytes, at) > MAX_SCANS
      return { ...header, isPlain: header.isPlain && !holdsMore && !isEndless }
    }
    const segment = bytes.subarray(at + 4, at + 2 + length)
    if (isFrame(marker)) {
      if (header !== undefined || segment.length < 6) return undefined
      const [precision, components] = [segment[0], segment[5]]
      isProgressive = marker === PROGRESSIVE
      header = {
        height: segment.readUInt16BE(1),
        width: segment.readUInt16BE(3),
        isPlain: PLAIN_FRAMES.includes(marker) && precision === 8 && (components === 1 || components === 3),
      }
    }
    // A turned picture is redrawn upright, so that nobody needs its metadata.
    holdsMore ||= holdsPictures(marker, segment) || isTurned(marker, segment)
    at += 2 + length
  }
  return undefined
}
