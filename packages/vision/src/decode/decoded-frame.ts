/** Pixels in rows, three bytes each: red, green, blue. */
export interface RgbImage {
  width: number
  height: number
  data: Uint8Array
}

/** One picture in memory, upright, at most LIMITS.workingSide long. */
export interface DecodedFrame {
  mediaId: string
  /** Position within its media. */
  index: number
  /** Size of the picture as it is shown; `rgb` may be smaller. */
  width: number
  height: number
  offsetMs: number | null
  jpeg?: Uint8Array
  rgb: RgbImage
}
