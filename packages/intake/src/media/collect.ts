import { createHash } from 'node:crypto'
import type { ParseLimits } from '../limits.ts'
import type { Leaf } from '../mime/split-parts.ts'
import { cutBase64 } from '../packed/cut-base64.ts'
import { cutDataUrls } from '../packed/cut-data-urls.ts'
import { cutRawPicture } from '../packed/cut-raw-picture.ts'
import { cutUuencoded } from '../packed/cut-uuencoded.ts'
import type { PackedFile, UnpackBudget } from '../packed/packed-file.ts'
import { isTnef, readTnef } from '../packed/read-tnef.ts'
import { isZip, readZip } from '../packed/read-zip.ts'
import type { MediaPart, SignalProblem } from '../signal.ts'
import { lineOrNull } from '../text/clean.ts'
import { decodeLeaf } from './decode-leaf.ts'
import { holdsNoPicture } from './holds-no-picture.ts'
import { isBinary } from './is-binary.ts'
import { claimsMedia, sniffMedia } from './sniff.ts'

/** The problem text for an empty picture. */
export const EMPTY_PART = 'empty part'

/** Content types of texts that may contain the fields of a device. */
const TEXT = /^(text\/|application\/(xml|json)|message\/(?!partial|external-body))/
/** A character that does not occur in base64. */
const FOREIGN = /[^A-Za-z0-9+/=\s]/
/** The number of unread files that are reported. Further reports would add nothing. */
const MAX_UNREAD = 10

/** A text of a message whose charset has not been decoded yet. */
export interface TextBytes {
  type: string
  charset: string | null
  bytes: Uint8Array
}

/**
 * Collects the content of the leaves of a message, which are its parts without further parts. Pictures, clips, texts and archives are
 * recognised by their bytes. The declared type and the name are used only if the bytes are of no known kind. A part that may contain a
 * picture and cannot be read is reported as lost, so that the message is not judged by its other parts alone.
 */
export class MessageContent {
  readonly media: MediaPart[] = []
  readonly problems: SignalProblem[] = []
  readonly #limits: ParseLimits
  readonly #budget: UnpackBudget
  #unread = 0

  constructor(limits: ParseLimits) {
    this.#limits = limits
    this.#budget = { bytes: limits.maxUnpackedBytes, files: limits.maxUnpackedFiles, fileBytes: limits.maxPartBytes }
  }

  /** Takes the media of a leaf and returns its texts. */
  add(leaf: Leaf): TextBytes[] {
    const { type, charset } = leaf
    // No common encoding makes a file much longer than base64 does (by a third). The decoded file would be too large.
    if (leaf.body.length > this.#limits.maxPartBytes * 1.5) return this.#tooLarge()
    const { bytes, ok } = decodeLeaf(leaf)
    if (!ok) this.problems.push({ code: 'bad-encoding', detail: lineOrNull(leaf.encoding, 40) ?? 'content' })
    const file = { name: leaf.name === null ? null : fileName(leaf.name), type: leaf.typeDeclared ? type : null, bytes }
    if (isMedia(file)) return this.#addMedia(file)
    if (isPacked(file)) return this.#addPacked(file, 1)
    if (!TEXT.test(type)) return this.#addOther(file)
    // Base64 with foreign characters has run into the next part. Decoding damaged that part, so the original bytes are searched too.
    if (/^\s*base64/i.test(leaf.encoding) && FOREIGN.test(latin1(leaf.body))) this.#cutFiles(leaf.body)
    const rest = this.#cutFiles(bytes)
    if (isBinary(rest, charset)) this.#lose(file.name, 'a text that is none')
    return leaf.isStray ? [] : [{ type, charset, bytes: rest }]
  }

  #addMedia(file: PackedFile): [] {
    const { name, type, bytes } = file
    if (bytes.length === 0) this.problems.push({ code: 'bad-encoding', detail: EMPTY_PART })
    else if (bytes.length > this.#limits.maxPartBytes) return this.#tooLarge()
    else this.media.push(mediaPart({ name: name && fileName(name), declaredType: type, bytes, offsetMs: null }))
    return []
  }

  /**
   * Opens an archive, and nested archives as deep as the limits allow. Returns the texts of a `winmail.dat`, which belong to the message,
   * but not the texts of other archives.
   */
  #addPacked(file: PackedFile, depth: number): TextBytes[] {
    if (depth > this.#limits.maxUnpackDepth) return this.#lose(file.name, 'an archive within archives')
    const isMail = isTnef(file.bytes)
    const { files, lost } = isMail ? readTnef(file.bytes, this.#budget) : readZip(file.bytes, this.#budget)
    for (const reason of lost) this.#lose(file.name, reason)
    return files.flatMap((inner) => {
      if (isMedia(inner)) return this.#addMedia(inner)
      if (isPacked(inner)) return this.#addPacked(inner, depth + 1)
      if (!isMail || inner.name !== null || inner.type === null) return this.#addOther(inner)
      return [{ type: inner.type, charset: null, bytes: this.#cutFiles(inner.bytes) }]
    })
  }

  /** Collects the files that are embedded in a text, and returns the rest of the text. */
  #cutFiles(text: Uint8Array): Uint8Array {
    let rest = text
    for (const cut of [cutRawPicture, cutUuencoded, cutDataUrls, cutBase64]) {
      const found = cut(rest, this.#budget)
      rest = found.rest
      for (const reason of found.lost) this.#lose(null, reason)
      for (const file of found.files) {
        if (isMedia(file)) this.#addMedia(file)
        else if (isPacked(file)) this.#addPacked(file, 1)
        else this.#addOther(file)
      }
    }
    return rest
  }

  #addOther(file: PackedFile): [] {
    return holdsNoPicture(file) ? [] : this.#lose(file.name, file.type ?? 'neither a picture nor a text')
  }

  #lose(name: string | null, reason: string): [] {
    if (this.#unread++ < MAX_UNREAD) {
      const detail = lineOrNull(name === null ? reason : `${fileName(name) ?? ''}: ${reason}`)
      this.problems.push({ code: 'part-unread', ...(detail !== null && { detail }) })
    }
    return []
  }

  #tooLarge(): [] {
    this.problems.push({ code: 'part-too-large', detail: `more than ${this.#limits.maxPartBytes} bytes` })
    return []
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const isPacked = ({ bytes }: PackedFile): boolean => isZip(bytes) || isTnef(bytes)

const isMedia = (file: PackedFile): boolean =>
  sniffMedia(file.bytes) !== null || (claimsMedia(file.name, file.type) && !isPacked(file))

/** Makes a media part, with its hash and detected type. */
export function mediaPart(part: Omit<MediaPart, 'sha256' | 'detectedType'>): MediaPart {
  const sha256 = createHash('sha256').update(part.bytes).digest('hex')
  return { ...part, detectedType: sniffMedia(part.bytes), sha256 }
}

/** The cleaned last component of a path. The name is only displayed; no file of this name is opened. */
export function fileName(text: string): string | null {
  return lineOrNull(text.split(/[/\\]/).at(-1))
}
