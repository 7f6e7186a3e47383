/**
 * Whether a picture or clip ends before its end. Some ways of sending mark the end of a file by closing the connection, so a file that broke off
 * looks whole to the protocol. Only JPEG, PNG and MP4 say where they end; of other kinds nothing is claimed.
 * @param type the detected type
 */
export function isTruncated(bytes: Uint8Array, type: string | null): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/jpeg') return !hasJpegEnd(buffer)
  if (type === 'image/png') return !buffer.includes('IEND', 8, 'latin1')
  if (type === 'video/mp4' || type === 'video/quicktime') return !hasMovie(buffer)
  return false
}

/** Walks the segments before the picture data, because they may contain a small picture with an end of its own. */
function hasJpegEnd(jpeg: Buffer): boolean {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return true
    // The data of the picture follows. In it, 0xff is never followed by the byte of a marker.
    else if (marker === 0xda) return jpeg.includes(Buffer.from([0xff, 0xd9]), at)
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else at += 2 + jpeg.readUInt16BE(at + 2)
  }
  // Segments that lead nowhere: what is left decides.
  return at < jpeg.length && jpeg.includes(Buffer.from([0xff, 0xd9]), at)
}

/** Whether the index of a clip is there, and all its boxes are whole. */
function hasMovie(clip: Buffer): boolean {
  let at = 0
  let isIndexed = false
  while (at + 8 <= clip.length) {
    const kind = clip.toString('latin1', at + 4, at + 8)
    let size = clip.readUInt32BE(at)
    if (size === 1 && at + 16 <= clip.length) size = Number(clip.readBigUInt64BE(at + 8))
    else if (size === 0) size = clip.length - at
    if (kind === 'moov') isIndexed = true
    if (size < 8 || at + size > clip.length) return false
    at += size
  }
  return isIndexed
}
