import { sniffMedia } from '../sniff.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const COMMENT = 0xfe
const FIRST_APP = 0xe0
const LAST_APP = 0xef
const EXIF = 'Exif\0\0'

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether a marker is followed by no length: restarts within coded data, and padding. */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01

/** The orientation (1 to 8) in the content of an Exif segment; 1 if it names none. */
function readOrientation(segment: Buffer): number {
  const tiff = segment.subarray(EXIF.length)
  if (tiff.length < 14) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const count = short(directory)
  for (let at = directory + 2; at + 12 <= tiff.length && at < directory + 2 + count * 12; at += 12)
    if (short(at) === 0x0112) {
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  return 1
}

/** Whether the content of an APP1 segment is Exif. */
const isExif = (marker: number, segment: Buffer): boolean =>
  marker === 0xe1 && segment.toString('latin1', 0, EXIF.length) === EXIF

/** Whether a segment says that the picture must be turned before it is shown. */
export const isTurned = (marker: number, segment: Buffer): boolean =>
  isExif(marker, segment) && readOrientation(segment) !== 1

/** An Exif segment that contains the orientation and nothing else. */
function orientationAlone(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([head, content])
}

/** Whether a decoder needs an application segment: the file's form, its colour profile, or Adobe's colours. */
function isNeeded(marker: number, segment: Buffer): boolean {
  const name = segment.toString('latin1', 0, 12)
  if (marker === 0xe0) return name.startsWith('JFIF\0')
  if (marker === 0xe2) return name === 'ICC_PROFILE\0'
  return marker === 0xee && name.startsWith('Adobe')
}

/** The end of the coded data that begins at an index: the index of the next marker that is no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isBare(next)) return at
  }
  return bytes.length
}

/** The kept form of one segment; undefined if it is left out. */
function keptSegment(whole: Buffer, marker: number): Buffer | undefined {
  const content = whole.subarray(4)
  if (isTurned(marker, content)) return orientationAlone(readOrientation(content))
  const isMetadata = marker === COMMENT || (marker >= FIRST_APP && marker <= LAST_APP && !isNeeded(marker, content))
  return isMetadata ? undefined : whole
}

/** Copies a JPEG's segments up to the end of the picture. What follows it, such as a second picture or a clip, is left out. */
function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xff || isBare(marker)) {
      // Padding. Other bytes between segments are ignored by decoders.
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) {
      kept.push(Buffer.from([0xff, END_OF_IMAGE]))
      break
    }
    if (at + 4 > bytes.length) break
    const end = Math.min(bytes.length, at + 2 + Math.max(2, bytes.readUInt16BE(at + 2)))
    const segment = keptSegment(bytes.subarray(at, end), marker)
    if (segment) kept.push(segment)
    at = end
    if (marker !== START_OF_SCAN) continue
    const next = endOfScan(bytes, at)
    kept.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}

const PNG_METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = Math.min(bytes.length, at + 12 + bytes.readUInt32BE(at))
    if (!PNG_METADATA.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

/** The simple forms of WebP have their picture in the first chunk. Everything after it is left out. */
function stripWebp(bytes: Buffer): Buffer {
  const form = bytes.toString('latin1', 12, 16)
  if (form !== 'VP8 ' && form !== 'VP8L') return bytes
  const size = bytes.readUInt32LE(16)
  const kept = Buffer.from(bytes.subarray(0, Math.min(bytes.length, 20 + size + (size % 2))))
  kept.writeUInt32LE(kept.length - 8, 4)
  return kept
}

/**
 * Returns a picture without its metadata (place, device, times, comments, small previews). The pixels are not coded again. The orientation
 * of a turned JPEG stays, since viewers need it. Bytes of other types are returned unchanged.
 */
export function withoutMetadata(file: Uint8Array): Uint8Array {
  const bytes = bufferOf(file)
  const { type } = sniffMedia(bytes.subarray(0, 512))
  if (type === 'image/jpeg') return stripJpeg(bytes)
  if (type === 'image/png') return stripPng(bytes)
  if (type === 'image/webp' && bytes.length >= 20) return stripWebp(bytes)
  return bytes
}
