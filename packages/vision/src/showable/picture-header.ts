/** The facts in a picture's header. */
export interface PictureHeader {
  width: number
  height: number
  /** Whether the file contains a single still picture of 8 bits, and nothing else that a browser would decode. */
  isPlain: boolean
}
