import type { GreyImage } from '../motion/grey-image.ts'

/** A character that was read. */
export interface ReadCharacter {
  character: string
  /** 0–1, as reported by the reader. */
  confidence: number
  /** The centre of the character, in pixels from the left edge of the picture. */
  x: number
}

/** Reads single lines of text, one picture at a time. */
export interface LineReader {
  /** @returns the characters from left to right @throws when it fails or takes too long; the next call starts the reader again */
  read(line: GreyImage): Promise<ReadCharacter[]>
  /** Ends its thread. A reading in progress is aborted. */
  close(): Promise<void>
}
