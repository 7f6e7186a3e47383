import { type CodedPicture, Mp4Stream, toAnnexB, type VideoTrack } from '@winnow/intake'
import type { LiveFormat } from '@winnow/contract'
import type { Watcher } from '@winnow/vision'

/** Somebody who looks at a camera. */
export interface LiveViewer {
  /** What is sent: the wanted format, or JPEG where the stream is no H.264. */
  format: LiveFormat
  /** The beginning of an MP4; again when the stream has changed. */
  head(bytes: Uint8Array, codec: string): void
  /** A picture of an MP4, which needs those since the last key frame, or a JPEG. */
  picture(bytes: Uint8Array, isKey: boolean): void
}

/** Bytes of the pictures since the last key frame that are kept, so that whoever comes sees something at once. */
const MOST_KEPT_BYTES = 2 * 1024 * 1024

type Show = Pick<Watcher, 'show'>

/**
 * What a camera shows, for all who look at it. Pictures of H.264 are packed and passed on; for the others key frames are decoded, one at a
 * time.
 */
export class LiveSource {
  readonly #watcher: Show
  readonly #name: string
  readonly #onProblem: (error: unknown) => void
  readonly #viewers = new Set<LiveViewer>()
  /** Those who have got the beginning of the MP4, and can show the next picture. */
  readonly #begun = new Set<LiveViewer>()
  #mp4: Mp4Stream | undefined
  #head: { bytes: Uint8Array; codec: string } | undefined
  /** The pictures since the last key frame; undefined if they are too large to be kept. */
  #kept: { bytes: Uint8Array; isKey: boolean }[] | undefined
  #keptBytes = 0
  #jpeg: Uint8Array | undefined

  /** @param name under which the watcher knows the pictures of this source */
  constructor(watcher: Show, name: string, onProblem: (error: unknown) => void) {
    this.#watcher = watcher
    this.#name = name
    this.#onProblem = onProblem
  }

  get count(): number {
    return this.#viewers.size
  }

  /** Whether everybody is content with key frames, so that the others need not be put together. */
  get wantsKeysOnly(): boolean {
    return [...this.#viewers].every(({ format }) => format === 'jpeg')
  }

  /** @returns the function with which the viewer leaves */
  add(viewer: LiveViewer): () => void {
    this.#viewers.add(viewer)
    if (viewer.format === 'jpeg' && this.#jpeg) viewer.picture(this.#jpeg, true)
    if (viewer.format === 'mp4' && this.#head && this.#kept?.[0]?.isKey) {
      this.#begin(viewer)
      for (const { bytes, isKey } of this.#kept) viewer.picture(bytes, isKey)
    }
    return () => {
      this.#viewers.delete(viewer)
      this.#begun.delete(viewer)
    }
  }

  #begin(viewer: LiveViewer): void {
    if (!this.#head) return
    viewer.head(this.#head.bytes, this.#head.codec)
    this.#begun.add(viewer)
  }

  push(picture: CodedPicture, { codec, clockRate }: VideoTrack): void {
    if (codec !== 'H264') for (const viewer of this.#viewers) viewer.format = 'jpeg'
    const isPacked = codec === 'H264' && !this.wantsKeysOnly
    if (!isPacked) this.#forget()
    else this.#pack(picture, (this.#mp4 ??= new Mp4Stream(clockRate)))
    if (picture.isKey) this.#show(picture, codec).catch(this.#onProblem)
  }

  /** Where nobody wants an MP4, pictures are missing from it, so it begins anew. */
  #forget(): void {
    this.#mp4 = undefined
    this.#head = undefined
    this.#kept = undefined
    this.#begun.clear()
  }

  #pack(picture: CodedPicture, mp4: Mp4Stream): void {
    for (const part of mp4.push(picture)) {
      if (part.kind === 'head') {
        this.#head = part
        this.#kept = undefined
        for (const viewer of this.#mp4Viewers()) this.#begin(viewer)
      } else {
        this.#keep(part)
        for (const viewer of this.#mp4Viewers()) {
          if (part.isKey && !this.#begun.has(viewer)) this.#begin(viewer)
          if (this.#begun.has(viewer)) viewer.picture(part.bytes, part.isKey)
        }
      }
    }
  }

  #keep(part: { bytes: Uint8Array; isKey: boolean }): void {
    if (part.isKey) [this.#kept, this.#keptBytes] = [[], 0]
    this.#keptBytes += part.bytes.length
    if (this.#keptBytes > MOST_KEPT_BYTES) this.#kept = undefined
    this.#kept?.push(part)
  }

  async #show({ nals }: CodedPicture, codec: VideoTrack['codec']): Promise<void> {
    if (![...this.#viewers].some(({ format }) => format === 'jpeg')) {
      this.#jpeg = undefined
      return
    }
    const [jpeg] = await this.#watcher.show(this.#name, [{ codec, bytes: toAnnexB(nals) }])
    if (!jpeg) return
    this.#jpeg = jpeg
    for (const viewer of this.#viewers) if (viewer.format === 'jpeg') viewer.picture(jpeg, true)
  }

  #mp4Viewers(): LiveViewer[] {
    return [...this.#viewers].filter(({ format }) => format === 'mp4')
  }
}
