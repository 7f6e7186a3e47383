/**
 * Limits on reading a hostile message. Content beyond a limit is skipped and reported as a problem, so that the work stays proportional to
 * the size of the message.
 */
export interface ParseLimits {
  /** Number of parts of all kinds, including multiparts. */
  maxParts: number
  /** Number of levels of multiparts within multiparts, and of mails within mails. */
  maxDepth: number
  /** Bytes of the headers of one part. */
  maxHeaderBytes: number
  /** Bytes of one decoded picture or clip. */
  maxPartBytes: number
  /** Bytes of all files together that are extracted from archives and texts. */
  maxUnpackedBytes: number
  /** Number of files examined in archives and texts. */
  maxUnpackedFiles: number
  /** Number of levels of archives within archives. */
  maxUnpackDepth: number
  /** Bytes of one text part that are decoded. A device writes a few hundred. */
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
