import { textAt, readXml } from '../xml/read-xml.ts'

/** What a recording server of XProtect answers: XML, or a picture with the time at which it was taken. */
export type ImageReply =
  | { kind: 'xml'; name: string; isConnected: boolean }
  | { kind: 'picture'; at: Date; jpeg: Uint8Array }
  /** There is no picture, or it is no JPEG. */
  | { kind: 'nothing' }

const MAX_HEAD = 16 * 1024
const MAX_PICTURE = 16 * 1024 * 1024
const END = Buffer.from('\r\n\r\n')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const call = (requestId: number, method: string, body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><methodcall><requestid>${requestId}</requestid><methodname>${method}</methodname>${body}</methodcall>\r\n\r\n`

/** Requests of the ImageServer protocol. The token is that of the management server's login. */
export const imageRequests = {
  connect: (cameraId: string, token: string): string =>
    call(
      0,
      'connect',
      `<username>a</username><password>a</password><cameraid>${escaped(cameraId)}</cameraid><alwaysstdjpeg>yes</alwaysstdjpeg>` +
        `<transcode><allframes>yes</allframes></transcode>` +
        `<connectparam>${escaped(`id=${cameraId}&connectiontoken=${token}`)}</connectparam>`,
    ),
  goto: (requestId: number, at: Date): string =>
    call(
      requestId,
      'goto',
      `<time>${at.getTime()}</time><compressionrate>90</compressionrate><keyframesonly>no</keyframesonly>`,
    ),
  live: (requestId: number): string => call(requestId, 'live', '<compressionrate>90</compressionrate>'),
}

const field = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: *(\\d{1,15})[ \\r]*$`, 'im').exec(head)?.[1]

/**
 * Reads what a recording server sends, piece by piece. Head and picture are bounded. After `push` has returned `undefined` the bytes are no
 * such answer, and the connection is of no use any more.
 */
export class ImageServerReader {
  #head = Buffer.alloc(0)
  #picture: { at: Date; missing: number; pieces: Buffer[] } | undefined
  #isBroken = false

  push(chunk: Uint8Array): ImageReply[] | undefined {
    const replies: ImageReply[] = []
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    while (rest.length > 0 && !this.#isBroken) {
      const { left, reply } = this.#picture ? this.#readPicture(this.#picture, rest) : this.#readHead(rest)
      rest = left
      if (reply) replies.push(reply)
    }
    return this.#isBroken ? undefined : replies
  }

  #break(): { left: Buffer } {
    this.#isBroken = true
    this.#head = Buffer.alloc(0)
    this.#picture = undefined
    return { left: Buffer.alloc(0) }
  }

  #readHead(chunk: Buffer): { left: Buffer; reply?: ImageReply } {
    const before = this.#head.length
    const all = before === 0 ? chunk : Buffer.concat([this.#head, chunk])
    // Empty lines end a picture, and are counted by no length.
    const start = all.findIndex((byte) => byte !== 13 && byte !== 10)
    if (start < 0) {
      this.#head = Buffer.alloc(0)
      return { left: Buffer.alloc(0) }
    }
    const end = all.indexOf(END, Math.max(start, before - END.length))
    if ((end < 0 ? all.length : end) - start > MAX_HEAD) return this.#break()
    if (end < 0) {
      this.#head = Buffer.from(all.subarray(start))
      return { left: Buffer.alloc(0) }
    }
    this.#head = Buffer.alloc(0)
    const head = all.toString('utf8', start, end)
    const left = all.subarray(end + END.length)
    if (head.startsWith('<')) return { left, reply: xmlReply(head) }
    return head.startsWith('ImageResponse') ? this.#open(head, left) : this.#break()
  }

  /** Begins the picture that a head tells of. */
  #open(head: string, left: Buffer): { left: Buffer; reply?: ImageReply } {
    const [length, at] = [Number(field(head, 'content-length')), new Date(Number(field(head, 'current')))]
    // No length at all, or one that no picture has.
    if (!(length <= MAX_PICTURE) || Number.isNaN(at.getTime())) return this.#break()
    if (length === 0) return { left, reply: { kind: 'nothing' } }
    this.#picture = { at, missing: length, pieces: [] }
    return { left }
  }

  #readPicture(
    picture: { at: Date; missing: number; pieces: Buffer[] },
    chunk: Buffer,
  ): { left: Buffer; reply?: ImageReply } {
    const piece = chunk.subarray(0, picture.missing)
    picture.pieces.push(piece)
    picture.missing -= piece.length
    const left = chunk.subarray(piece.length)
    if (picture.missing > 0) return { left }
    this.#picture = undefined
    const jpeg = Buffer.concat(picture.pieces)
    const isJpeg = jpeg[0] === 0xff && jpeg[1] === 0xd8
    return { left, reply: isJpeg ? { kind: 'picture', at: picture.at, jpeg } : { kind: 'nothing' } }
  }
}

function xmlReply(head: string): ImageReply {
  const root = readXml(head)
  return { kind: 'xml', name: root?.name ?? '', isConnected: textAt(root, 'connected')?.toLowerCase() === 'yes' }
}
