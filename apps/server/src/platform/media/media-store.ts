import type { Readable } from 'node:stream'

/** Content to store: all at once, or in chunks (any Node stream). */
export type MediaBody = Uint8Array | AsyncIterable<Uint8Array>

/** The result of storing: key, size and SHA-256 (hex). */
export interface StoredMedia {
  key: string
  bytes: number
  sha256: string
}

/** Metadata of stored bytes. */
export interface MediaInfo {
  key: string
  bytes: number
  modifiedAt: Date
  contentType: string
}

/** Stored bytes being read. `bytes` is the total size, even when only a range is read. */
export interface MediaContent extends MediaInfo {
  body: Readable
}

/**
 * The store of pictures, clips and raw messages. There are two implementations, the file system and S3; both run the same tests.
 *
 * Keys are paths of lower-case segments (`signals/0199…/0199….eml`). Their extension determines the content type ({@link contentTypeOf}).
 * Content is private: there are no public addresses.
 */
export interface MediaStore {
  /**
   * Stores bytes under a key and replaces older content. When it resolves, the bytes survive a crash of the program or the machine, and a
   * power cut. Until then, and if it rejects, none of the bytes are visible.
   * @param options.limit the largest size in bytes; the rest of a larger body is not read
   * @throws MediaTooLargeError, MediaFullError, and the errors of the body
   */
  put(key: string, body: MediaBody, options?: { limit?: number }): Promise<StoredMedia>
  /**
   * Opens bytes for reading. The caller must read the body to its end or destroy it.
   * @param range first and last byte, both inclusive, as in HTTP
   * @throws MediaMissingError
   */
  get(key: string, range?: { start: number; end: number }): Promise<MediaContent>
  /** Returns the metadata of a key; undefined if nothing is stored. */
  head(key: string): Promise<MediaInfo | undefined>
  /** Deletes keys; missing keys are ignored. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Lists all content below a folder (`''`, or a prefix ending in `/`) that was last written before a time, in no particular order. Content
   * that is being written is never listed, so the sweep of orphans can use the list.
   */
  list(folder: string, before: Date): AsyncIterable<MediaInfo>
  /** Removes unfinished writes that began before a time, and returns their number. Also removes folders that retention has emptied. */
  sweepDrafts(before: Date): Promise<number>
  /** The number of bytes that can still be stored; undefined where unknown. */
  freeBytes(): Promise<number | undefined>
  /**
   * Checks that the store can be reached and written to; rejects with the reason. Call it at start and rarely afterwards: on S3 each check
   * is a paid request.
   */
  check(): Promise<void>
  /** Closes connections. */
  close(): void
}

/** Nothing is stored under that key. */
export class MediaMissingError extends Error {
  override readonly name = 'MediaMissingError'
}

/** The body is larger than the limit of the call. */
export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError'
  readonly limit: number

  constructor(limit: number) {
    super(`more than ${limit} bytes`)
    this.limit = limit
  }
}

/** The disk is full, or its last free space is reserved for the database. Senders should try again. */
export class MediaFullError extends Error {
  override readonly name = 'MediaFullError'
}

const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  avi: 'video/x-msvideo',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  eml: 'message/rfc822',
  json: 'application/json',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** The content type of a key by its extension. Content with an unknown extension is a download, which no browser executes. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,127}$/
const MAX_KEY_LENGTH = 512

/**
 * Refuses keys that could lead outside the store, collide on a case-insensitive disk, or conflict with the store's own names. Our code
 * makes the keys, so an invalid one is a bug.
 * @throws RangeError
 */
export function checkKey(key: string): void {
  const segments = key.split('/')
  if (key.length > MAX_KEY_LENGTH || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new RangeError(`not a media key: ${JSON.stringify(key.slice(0, 80))}`)
  }
}

/** Like {@link checkKey}, but for folders to list: `''` or a key followed by `/`. */
export function checkFolder(folder: string): void {
  if (folder === '') return
  if (!folder.endsWith('/')) throw new RangeError('a media folder ends in /')
  checkKey(folder.slice(0, -1))
}
