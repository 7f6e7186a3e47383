const MIB = 1024 * 1024

/**
 * The limits of one analysis. Files come from anyone who knows an address, so each limit keeps a file from overloading a machine. A file
 * beyond a limit is refused with a problem, and the alarm is passed on unverified.
 */
export const LIMITS = {
  /** Files per alarm; further ones are not analysed. */
  media: 40,
  stillBytes: 32 * MIB,
  clipBytes: 128 * MIB,
  /** Of all files of one alarm together. */
  totalBytes: 192 * MIB,
  /** 16 megapixels: 4K cameras have 8.3, and 16 take 48 MB as RGB. */
  pixels: 16_000_000,
  /** Longer ÷ shorter side; four lenses side by side have 7. */
  proportions: 16,
  /** Frames analysed per alarm. */
  frames: 20,
  /** Frames cut from one clip. */
  clipFrames: 6,
  /** The length of a clip that is read, around its middle. */
  clipSeconds: 12,
  /** Packets and decoded pictures of a clip after which the search for its frames ends. */
  clipPackets: 20_000,
  clipDecodedFrames: 1_500,
  /** Long side of the copy for models and motion detection. */
  workingSide: 1920,
  /** Long side of pictures for browsers; larger ones are reduced. */
  shownSide: 4096,
  /** Time limit for decoding one still: 16 megapixels take a slow machine two seconds. */
  stillSeconds: 20,
  /** Decoded pictures that a process holds for all its alarms: two alarms of 20 pictures in 16:9, or any single alarm. */
  heldBytes: 256 * MIB,
  analysisMs: 60_000,
} as const
