/**
 * How much of a hostile message is looked at. Everything behind a bound is left alone and reported as a problem, so that the
 * work for a message stays linear in its size.
 */
export interface ParseLimits {
  /** Parts of all kinds, containers too. */
  maxParts: number
  /** Multiparts within multiparts, and mails within mails. */
  maxDepth: number
  /** Bytes of the headers of one part. */
  maxHeaderBytes: number
  /** Bytes of one decoded picture or clip. */
  maxPartBytes: number
  /** Bytes of all that is taken out of archives and texts. */
  maxUnpackedBytes: number
  /** Files that are looked at in archives and texts. */
  maxUnpackedFiles: number
  /** Archives within archives. */
  maxUnpackDepth: number
  /** Bytes of one text part that are decoded; a device writes a few hundred. */
  maxTextBytes: number
  /** Characters of text that are kept. */
  maxTextChars: number
}

/** The bounds used unless a caller names others. */
export const DEFAULT_LIMITS: ParseLimits = {
  maxParts: 40,
  maxDepth: 10,
  maxHeaderBytes: 64 * 1024,
  maxPartBytes: 32 * 1024 * 1024,
  maxUnpackedBytes: 64 * 1024 * 1024,
  maxUnpackedFiles: 100,
  maxUnpackDepth: 3,
  maxTextBytes: 64 * 1024,
  maxTextChars: 4000,
}
