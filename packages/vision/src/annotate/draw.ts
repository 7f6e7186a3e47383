import type { RgbImage } from '../decode/decoded-frame.ts'

/** A colour as red, green and blue, 0–255. */
export type Colour = readonly [number, number, number]

export const GLYPH_HEIGHT = 7
const GLYPH_WIDTH = 5
const ADVANCE = GLYPH_WIDTH + 1

/**
 * The characters as 5 × 7 dots, one number per row with one bit per dot. They are defined here because a text renderer needs fonts. A
 * server without fonts would draw no text and report no error.
 */
const GLYPHS: Record<string, readonly number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '%': [24, 25, 2, 4, 8, 19, 3],
  ':': [0, 12, 12, 0, 12, 12, 0],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [28, 18, 17, 17, 17, 18, 28],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  Y: [17, 17, 17, 10, 4, 4, 4],
}

/** Fills a rectangle, given in pixels. Parts outside the picture are ignored. */
export function fillRectangle(
  image: RgbImage,
  area: { left: number; top: number; right: number; bottom: number },
  colour: Colour,
): void {
  for (let y = Math.max(0, area.top); y < Math.min(image.height, area.bottom); y += 1) {
    for (let x = Math.max(0, area.left); x < Math.min(image.width, area.right); x += 1) {
      image.data.set(colour, (y * image.width + x) * 3)
    }
  }
}

/** Returns the width of a text in dots. */
export function textWidth(text: string): number {
  return Math.max(0, text.length * ADVANCE - 1)
}

/** Draws a text with the characters in `GLYPHS`; a dot is `unit` pixels wide and high. An unknown character becomes a space. */
export function drawText(image: RgbImage, text: string, left: number, top: number, unit: number, colour: Colour): void {
  for (let position = 0; position < text.length; position += 1) {
    const sign = text.charAt(position)
    for (const [row, bits] of (GLYPHS[sign] ?? []).entries()) {
      for (let column = 0; column < GLYPH_WIDTH; column += 1) {
        if ((bits & (1 << (GLYPH_WIDTH - 1 - column))) === 0) continue
        const x = left + (position * ADVANCE + column) * unit
        const y = top + row * unit
        fillRectangle(image, { left: x, top: y, right: x + unit, bottom: y + unit }, colour)
      }
    }
  }
}
