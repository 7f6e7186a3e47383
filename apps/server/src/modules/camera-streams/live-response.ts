import type { ServerResponse } from 'node:http'
import type { LiveFormat } from '@winnow/contract'
import type { LiveViewer } from './live-source.ts'

/** Unread bytes from which on pictures are left out, and those below which they are sent again. */
const MOST_UNREAD = 1024 * 1024
const FEW_UNREAD = 128 * 1024
const BOUNDARY = 'picture'

type Raw = Pick<ServerResponse, 'writeHead' | 'write' | 'writableLength' | 'headersSent'>

/**
 * Writes what a camera shows into a reply. Somebody who reads too slowly misses pictures: at most one megabyte waits. Of an MP4 then all
 * pictures are left out up to a key frame, since the others could not be shown without those before them.
 */
export class LiveResponse implements LiveViewer {
  format: LiveFormat
  readonly #raw: Raw
  readonly #headers: Readonly<Record<string, string>>
  readonly #onFirst: () => void
  /** The beginning of an MP4 that is not sent yet. */
  #head: { bytes: Uint8Array; codec: string } | undefined
  #hasHead = false
  #isBehind = false

  constructor(
    raw: Raw,
    {
      format,
      headers,
      onFirst,
    }: { format: LiveFormat; headers: Readonly<Record<string, string>>; onFirst: () => void },
  ) {
    this.#raw = raw
    this.format = format
    this.#headers = headers
    this.#onFirst = onFirst
  }

  /** Sent with the key frame that follows, so that one who reads nothing has no row of them waiting. */
  head(bytes: Uint8Array, codec: string): void {
    this.#head = { bytes, codec }
  }

  picture(bytes: Uint8Array, isKey: boolean): void {
    const unread = this.#raw.writableLength
    if (unread > MOST_UNREAD) this.#isBehind = true
    else if (this.#isBehind && isKey && unread <= FEW_UNREAD) this.#isBehind = false
    if (this.#isBehind) return
    if (this.format === 'mp4') return this.#mp4Picture(bytes, isKey)
    this.#begin(`multipart/x-mixed-replace; boundary=${BOUNDARY}`)
    this.#raw.write(`--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${bytes.length}\r\n\r\n`)
    this.#raw.write(bytes)
    this.#raw.write('\r\n')
  }

  #mp4Picture(bytes: Uint8Array, isKey: boolean): void {
    if (this.#head) {
      if (!isKey) return
      this.#begin(`video/mp4; codecs="${this.#head.codec}"`)
      this.#raw.write(this.#head.bytes)
      this.#head = undefined
      this.#hasHead = true
    }
    if (this.#hasHead) this.#raw.write(bytes)
  }

  #begin(type: string): void {
    if (this.#raw.headersSent) return
    this.#raw.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      ...this.#headers,
    })
    this.#onFirst()
  }
}
