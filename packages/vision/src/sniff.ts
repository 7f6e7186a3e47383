/** The media type of a file, derived from its first bytes. */
export interface SniffedMedia {
  kind: 'image' | 'clip' | 'unknown'
  /** The media type, or `application/octet-stream` if unknown. */
  type: string
}

const UNKNOWN: SniffedMedia = { kind: 'unknown', type: 'application/octet-stream' }

function image(type: string): SniffedMedia {
  return { kind: 'image', type: `image/${type}` }
}

function clip(type: string): SniffedMedia {
  return { kind: 'clip', type: `video/${type}` }
}

function ascii(head: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...head.subarray(from, from + length))
}

function starts(head: Uint8Array, ...bytes: number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte)
}

/** Returns the type of an ISO base media file (`ftyp`). The brand distinguishes pictures from videos. */
function sniffIsoMedia(head: Uint8Array): SniffedMedia {
  const brand = ascii(head, 8, 4)
  if (brand === 'avif' || brand === 'avis') return image('avif')
  if (/^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) return image('heic')
  if (brand === 'qt  ') return clip('quicktime')
  if (brand.startsWith('3gp') || brand.startsWith('3g2')) return clip('3gpp')
  return clip('mp4')
}

function sniffRiff(head: Uint8Array): SniffedMedia {
  const form = ascii(head, 8, 4)
  if (form === 'WEBP') return image('webp')
  if (form === 'AVI ') return clip('x-msvideo')
  return UNKNOWN
}

/** Returns the type of a Matroska or WebM file. They start with the same bytes, but the document type follows within a few dozen bytes. */
function sniffMatroska(head: Uint8Array): SniffedMedia {
  return ascii(head, 0, 64).includes('webm') ? clip('webm') : clip('x-matroska')
}

/** Whether this is a QuickTime file of an old recorder. Such files have no brand and start with their data or their index. */
function isOldQuickTime(head: Uint8Array): boolean {
  return ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(ascii(head, 4, 4))
}

function isTransportStream(head: Uint8Array): boolean {
  return head[0] === 0x47 && head[188] === 0x47 && (head.length <= 376 || head[376] === 0x47)
}

/** Returns the type of raw H.264 or H.265, which some recorders send by email. It starts with a start code and a parameter set. */
function sniffElementary(head: Uint8Array): SniffedMedia {
  const long = starts(head, 0, 0, 0, 1)
  if (!long && !starts(head, 0, 0, 1)) return UNKNOWN
  const unit = head[long ? 4 : 3] ?? 0
  if ((unit & 0x80) === 0 && [7, 9].includes(unit & 0x1f)) return clip('h264')
  if ([32, 33, 35].includes((unit >> 1) & 0x3f)) return clip('h265')
  if (unit === 0xba || unit === 0xb3) return clip('mpeg')
  return UNKNOWN
}

/**
 * Determines the media type of a file from its first 512 bytes. Ignores file names and declared types, because they come from the sender
 * and are often wrong. Loads no decoder.
 */
export function sniffMedia(head: Uint8Array): SniffedMedia {
  if (starts(head, 0xff, 0xd8, 0xff)) return image('jpeg')
  if (starts(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return image('png')
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return image('gif')
  if (starts(head, 0x49, 0x49, 0x2a, 0) || starts(head, 0x4d, 0x4d, 0, 0x2a)) return image('tiff')
  if (starts(head, 0x42, 0x4d) && head.length >= 18 && head[15] === 0 && head[16] === 0) return image('bmp')
  if (ascii(head, 0, 4) === 'RIFF') return sniffRiff(head)
  if (ascii(head, 4, 4) === 'ftyp') return sniffIsoMedia(head)
  if (starts(head, 0x1a, 0x45, 0xdf, 0xa3)) return sniffMatroska(head)
  if (ascii(head, 0, 4) === 'DHAV') return clip('x-dhav')
  if (ascii(head, 0, 3) === 'FLV') return clip('x-flv')
  if (starts(head, 0x30, 0x26, 0xb2, 0x75)) return clip('x-ms-asf')
  if (isOldQuickTime(head)) return clip('quicktime')
  if (isTransportStream(head)) return clip('mp2t')
  return sniffElementary(head)
}
