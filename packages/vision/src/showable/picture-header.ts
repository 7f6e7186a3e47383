/** The facts in a picture's header. */
export interface PictureHeader {
  width: number
  height: number
  /** One still picture of 8 bits without anything beside it that a browser would decode as well. */
  isPlain: boolean
}
