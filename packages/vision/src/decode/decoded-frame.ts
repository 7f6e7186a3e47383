/** Pixels in rows, three bytes each: red, green, blue. */
export interface RgbImage {
  width: number
  height: number
  data: Uint8Array
}

/** One decoded picture, upright, with a side of at most LIMITS.workingSide. */
export interface DecodedFrame {
  mediaId: string
  /** Index within its file. */
  index: number
  /** Size of the original picture; `rgb` may be smaller. */
  width: number
  height: number
  offsetMs: number | null
  jpeg?: Uint8Array
  rgb: RgbImage
}
