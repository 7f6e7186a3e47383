import type { Readable } from 'node:stream'

/** What goes into the store: all of it at once, or piece by piece (any Node stream is one). */
export type MediaBody = Uint8Array | AsyncIterable<Uint8Array>

/** What was stored: its key, its size and the SHA-256 of its bytes in hex. */
export interface StoredMedia {
  key: string
  bytes: number
  sha256: string
}

/** What is known of stored bytes without reading them. */
export interface MediaInfo {
  key: string
  bytes: number
  modifiedAt: Date
  contentType: string
}

/** Stored bytes being read. `bytes` is the size of the whole, also when only a range is read. */
export interface MediaContent extends MediaInfo {
  body: Readable
}

/**
 * Where pictures, clips and raw messages are kept. Two stores fulfil this port, the file system and anything that speaks S3;
 * both run the same tests.
 *
 * Keys are paths of lower-case segments (`signals/0199…/0199….eml`); their ending says the content type
 * ({@link contentTypeOf}). Bytes are private: nothing here makes a public address.
 */
export interface MediaStore {
  /**
   * Stores bytes under a key, replacing what was there. When the promise resolves they survive a crash of the program, of the
   * machine and of its power. Until then, and if it rejects, nothing of them is to be seen.
   * @param options.limit more bytes than this are refused; the body is left where it stood.
   * @throws MediaTooLargeError, MediaFullError, and what the body throws
   */
  put(key: string, body: MediaBody, options?: { limit?: number }): Promise<StoredMedia>
  /**
   * Opens bytes for reading. The caller reads the body to its end or destroys it.
   * @param range first and last byte, both included, as in HTTP.
   * @throws MediaMissingError
   */
  get(key: string, range?: { start: number; end: number }): Promise<MediaContent>
  /** What is stored under a key, or undefined. */
  head(key: string): Promise<MediaInfo | undefined>
  /** Deletes; keys that are not there are fine. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Everything below a folder (`''`, or a prefix that ends in `/`) that was last written before a time, in no order.
   * For the sweep of orphans: what is being written now is never listed.
   */
  list(folder: string, before: Date): AsyncIterable<MediaInfo>
  /**
   * Removes what writes that never ended left behind before a time, and answers how many they were. Folders that retention
   * emptied go too.
   */
  sweepDrafts(before: Date): Promise<number>
  /** How many bytes can still be stored, where that can be known. */
  freeBytes(): Promise<number | undefined>
  /** Tries whether the store can be reached and written to; rejects with the reason. For start and for readiness,
   *  which asks seldom: at S3 each try is a request that is paid for. */
  check(): Promise<void>
  /** Lets go of connections. */
  close(): void
}

/** There is nothing under that key. */
export class MediaMissingError extends Error {
  override readonly name = 'MediaMissingError'
}

/** The body is larger than the limit that was given. */
export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError'
  readonly limit: number

  constructor(limit: number) {
    super(`more than ${limit} bytes`)
    this.limit = limit
  }
}

/** The disk is full or so low that it is kept for the database. Senders are told to come again. */
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
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  eml: 'message/rfc822',
  json: 'application/json',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
}

/** The content type of a key by its ending; unknown ones are bytes to download, never something a browser would run. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,127}$/
const MAX_KEY_LENGTH = 512

/**
 * Refuses keys that could lead out of the store, collide on a disk without case, or clash with the store's own names. Keys are
 * made by our code, so a bad one is a bug.
 * @throws RangeError
 */
export function checkKey(key: string): void {
  const segments = key.split('/')
  if (key.length > MAX_KEY_LENGTH || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new RangeError(`not a media key: ${JSON.stringify(key.slice(0, 80))}`)
  }
}

/** As {@link checkKey}, for folders to list: `''` or a key followed by `/`. */
export function checkFolder(folder: string): void {
  if (folder === '') return
  if (!folder.endsWith('/')) throw new RangeError('a media folder ends in /')
  checkKey(folder.slice(0, -1))
}
