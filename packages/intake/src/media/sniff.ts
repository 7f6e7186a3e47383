/** The types of pictures and clips, with the bytes by which they are recognised. */
const MAGIC: readonly { at: number; bytes: string; type: string }[] = [
  { at: 0, bytes: '\xff\xd8\xff', type: 'image/jpeg' },
  { at: 0, bytes: '\x89PNG\r\n\x1a\n', type: 'image/png' },
  { at: 0, bytes: 'GIF8', type: 'image/gif' },
  { at: 8, bytes: 'WEBP', type: 'image/webp' },
  { at: 8, bytes: 'AVI ', type: 'video/x-msvideo' },
  { at: 4, bytes: 'ftypqt', type: 'video/quicktime' },
  { at: 4, bytes: 'ftypavif', type: 'image/avif' },
  { at: 4, bytes: 'ftyphei', type: 'image/heic' },
  { at: 4, bytes: 'ftypmif1', type: 'image/heic' },
  { at: 4, bytes: 'ftyp', type: 'video/mp4' },
  { at: 4, bytes: 'moov', type: 'video/quicktime' },
  { at: 4, bytes: 'mdat', type: 'video/quicktime' },
  { at: 4, bytes: 'wide', type: 'video/quicktime' },
  { at: 0, bytes: '\x1aE\xdf\xa3', type: 'video/x-matroska' },
  { at: 0, bytes: 'DHAV', type: 'video/x-dav' },
  { at: 0, bytes: 'FLV\x01', type: 'video/x-flv' },
  { at: 0, bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11', type: 'video/x-ms-asf' },
  { at: 0, bytes: '\x00\x00\x01\xba', type: 'video/mpeg' },
  { at: 0, bytes: 'II*\x00', type: 'image/tiff' },
  { at: 0, bytes: 'MM\x00*', type: 'image/tiff' },
]

const EXTENSIONS =
  /\.(jpe?g|jpe|jfif|png|gif|bmp|webp|mp4|m4v|avi|mov|qt|dav|mkv|webm|mpe?g|ts|3gp|flv|asf|wmv|h26[45])$/i

/** The type of a picture or clip by its first bytes; null if they are of no known type. Whether the rest is valid, only a decoder finds. */
export function sniffMedia(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 400))
  const text = head.toString('latin1')
  for (const magic of MAGIC) if (text.startsWith(magic.bytes, magic.at)) return magic.type
  // A bitmap's header has its own length and four reserved zero bytes; `BM` alone also begins words.
  if (text.startsWith('BM') && head.length >= 14 && head.readUInt32LE(6) === 0) return 'image/bmp'
  if (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47) return 'video/mp2t'
  return null
}

/** Whether the name or the declared type of a part says that it is a picture or clip. For parts whose bytes are of no known type. */
export function claimsMedia(name: string | null, declaredType: string | null): boolean {
  return /^(image|video)\//i.test(declaredType ?? '') || EXTENSIONS.test(name ?? '')
}

/** Removes line ends at the start. Some firmware writes an empty line before a picture, which is not part of the file. */
export function trimLeadingLineEnds(bytes: Uint8Array): Uint8Array {
  let at = 0
  while (at < 4 && (bytes[at] === 13 || bytes[at] === 10)) at++
  return at > 0 && sniffMedia(bytes.subarray(at)) ? bytes.subarray(at) : bytes
}
