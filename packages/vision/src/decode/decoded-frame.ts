/** A picture as rows of pixels with three bytes each: red, green and blue. */
export interface RgbImage {
  width: number
  height: number
  data: Uint8Array
}

/** One decoded picture, upright, with a side of at most LIMITS.workingSide. */
export interface DecodedFrame {
  mediaId: string
  /** The index of the picture within its file. */
  index: number
  /** The width of the original picture in pixels; `rgb` may be smaller. */
  width: number
  height: number
  offsetMs: number | null
  jpeg?: Uint8Array
  rgb: RgbImage
}
