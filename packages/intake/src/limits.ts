/**
 * Limits on reading a hostile message. What lies beyond a limit is skipped and reported as a problem, so that the work stays linear in the
 * message's size.
 */
export interface ParseLimits {
  /** Parts of all kinds, including containers. */
  maxParts: number
  /** Multiparts within multiparts, and mails within mails. */
  maxDepth: number
  /** Bytes of the headers of one part. */
  maxHeaderBytes: number
  /** Bytes of one decoded picture or clip. */
  maxPartBytes: number
  /** Bytes of everything extracted from archives and texts. */
  maxUnpackedBytes: number
  /** Files examined in archives and texts. */
  maxUnpackedFiles: number
  /** Archives within archives. */
  maxUnpackDepth: number
  /** Bytes decoded of one text part; a device writes a few hundred. */
  maxTextBytes: number
  /** Characters of text that are kept. */
  maxTextChars: number
}

/** The default limits. */
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
