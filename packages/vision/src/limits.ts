const MIB = 1024 * 1024

/**
 * The limits of one analysis. Anyone who knows an address of the system can send files, so the limits prevent a file from overloading a
 * machine. If a file exceeds a limit, it is refused with a problem, and the alarm is passed on as unverified.
 */
export const LIMITS = {
  /** The number of files per alarm that are analysed. Further files are left out. */
  media: 40,
  stillBytes: 32 * MIB,
  clipBytes: 128 * MIB,
  /** The bytes of all files of one alarm together. */
  totalBytes: 192 * MIB,
  /** The pixels of one picture. 4K cameras have 8.3 megapixels. 16 megapixels need 48 MB as RGB. */
  pixels: 16_000_000,
  /** The ratio of the longer to the shorter side. The joined pictures of four lenses have a ratio of 7. */
  proportions: 16,
  /** Frames analysed per alarm. */
  frames: 20,
  /** Frames cut from one clip. */
  clipFrames: 6,
  /** The length of the part of a clip that is read, around its middle, in seconds. */
  clipSeconds: 12,
  /** Packets and decoded pictures of a clip after which the search for its frames ends. */
  clipPackets: 20_000,
  clipDecodedFrames: 1_500,
  /** Long side of the copy for models and motion detection. */
  workingSide: 1920,
  /** Long side of pictures for browsers; larger ones are reduced. */
  shownSide: 4096,
  /** The time limit for decoding one still, in seconds. A slow machine needs two seconds for 16 megapixels. */
  stillSeconds: 20,
  /**
   * The bytes of decoded pictures that a process holds for all its alarms. Enough for two alarms of 20 pictures in 16:9, or any one alarm.
   */
  heldBytes: 256 * MIB,
  /** Pictures of a clip that is made, the bytes of all of them together, and the time limit in milliseconds. */
  clipPictures: 40,
  clipPicturesBytes: 64 * MIB,
  clipMakingMs: 20_000,
  analysisMs: 60_000,
  /** What following adds to an alarm: looks, and their time in milliseconds. */
  followLooks: 40,
  followMs: 8_000,
} as const
