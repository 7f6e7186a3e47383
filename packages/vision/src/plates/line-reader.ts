import type { GreyImage } from '../motion/grey-image.ts'

/** A character that was read. */
export interface ReadCharacter {
  character: string
  /** 0–1, as reported by the reader. */
  confidence: number
}

/** The height in pixels of the pictures that a {@link LineReader} reads. */
export const LINE_HEIGHT = 48
/** The greatest width of such a picture in pixels. */
export const WIDEST_LINE = 640

/** Reads single lines of text. */
export interface LineReader {
  /**
   * @param line a picture of the line, of the height `LINE_HEIGHT` and at most `WIDEST_LINE` wide
   * @param order priority in the queue of detector runs: the lowest value runs first (default 0)
   * @returns the capital letters and digits from left to right
   */
  read(line: GreyImage, order?: number): Promise<ReadCharacter[]>
}
