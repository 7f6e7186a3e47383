import type { PictureHeader } from './picture-header.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Baseline, extended and progressive Huffman coding: what browsers decode. */
const PLAIN_FRAMES = [0xc0, 0xc1, 0xc2]
const PROGRESSIVE = 0xc2
/** A progressive file of a few kilobytes may have thousands of scans, each of which a browser runs over the whole picture. Encoders write ten. */
const MAX_SCANS = 20

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** A second picture in the file, such as a gain map, which the first one's header does not mention. */
function holdsPictures(marker: number, segment: Buffer): boolean {
  if (marker !== 0xe2) return false
  const name = segment.toString('latin1', 0, 20)
  return name.startsWith('MPF\0') || name.startsWith('urn:iso:')
}

/** Scans of the file, counted no further than matters. Coded data never holds `FF DA`: a byte of 255 in it is followed by 0. */
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

/** Reads a JPEG's segments up to its first scan (ITU-T T.81, annex B). Undefined where they do not follow each other without a gap. */
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
    holdsMore ||= holdsPictures(marker, segment)
    at += 2 + length
  }
  return undefined
}
