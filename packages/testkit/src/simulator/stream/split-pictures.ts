/** The types of NAL units that hold a picture of H.264: of any, and of a key frame. */
const PICTURE = 1
const KEY_PICTURE = 5

export interface CodedPicture {
  /** With start codes, and the sets of parameters in front of it. */
  bytes: Uint8Array
  isKey: boolean
}

/** Divides a stream of H.264 with one slice a picture (annex B) after each picture. Sets of parameters belong to the picture after them. */
export function splitPictures(stream: Uint8Array): CodedPicture[] {
  const all = Buffer.from(stream.buffer, stream.byteOffset, stream.length)
  const starts: number[] = []
  for (let at = all.indexOf('000001', 0, 'hex'); at >= 0; at = all.indexOf('000001', at + 3, 'hex')) starts.push(at)
  const pictures: CodedPicture[] = []
  let from = 0
  for (const [index, start] of starts.entries()) {
    const type = (all[start + 3] ?? 0) & 0x1f
    if (type !== PICTURE && type !== KEY_PICTURE) continue
    const end = starts[index + 1] ?? all.length
    pictures.push({ bytes: all.subarray(from, end), isKey: type === KEY_PICTURE })
    from = end
  }
  return pictures
}
