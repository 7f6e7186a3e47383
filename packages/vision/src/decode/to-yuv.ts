import type { RgbImage } from './decoded-frame.ts'

/** Converts a picture to the encoders' format: the luma plane, then both chroma planes at half size (BT.601). Width and height must be even. */
export function toYuv({ width, height, data }: RgbImage): Buffer {
  const pixels = Buffer.alloc((width * height * 3) / 2)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
      pixels[y * width + x] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue
      if (x % 2 === 1 || y % 2 === 1) continue
      const colour = width * height + (y / 2) * (width / 2) + x / 2
      pixels[colour] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue
      pixels[colour + (width * height) / 4] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue
    }
  }
  return pixels
}
