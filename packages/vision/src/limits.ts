const MIB = 1024 * 1024

/**
 * What one analysis accepts. Files come from anyone who knows an address, so each bound exists to keep one of them from taking
 * a machine: beyond it the file is refused with a problem and the alarm goes out unverified.
 */
export const LIMITS = {
  /** Files of one alarm; further ones are not looked at. */
  media: 40,
  stillBytes: 32 * MIB,
  clipBytes: 128 * MIB,
  /** Of all files of one alarm together. */
  totalBytes: 192 * MIB,
  /** 16 megapixels: 4K cameras have 8.3, and 16 take 48 MB as RGB. */
  pixels: 16_000_000,
  /** Longer ÷ shorter side; four lenses side by side have 7. */
  proportions: 16,
  /** Frames of one alarm that are looked at. */
  frames: 20,
  /** Frames cut from one clip. */
  clipFrames: 6,
  /** How much of a clip is read, around its middle. */
  clipSeconds: 12,
  /** Packets and decoded pictures of one clip before giving up on finding its frames. */
  clipPackets: 20_000,
  clipDecodedFrames: 1_500,
  /** Long side of the copy that models and motion look at. */
  workingSide: 1920,
  /** Long side of what a browser is given to decode; larger pictures are redrawn for it. */
  shownSide: 4096,
  /** To decode one still, once: 16 megapixels take a slow machine two. */
  stillSeconds: 20,
  /** Decoded pictures that a process holds, of all its alarms together: two alarms of 20 in 16:9, or any single one. */
  heldBytes: 256 * MIB,
  analysisMs: 60_000,
} as const
