import type { GreyImage } from '../motion/grey-image.ts'

/**
 * Levels a line by moving each column up or down. Cameras are upright and see plates from the side. The baseline then slopes, but the
 * strokes stay upright: a shear, which rotating the picture would not undo.
 * @param slope how far the line falls per pixel to the right
 */
export function level(image: GreyImage, slope: number): GreyImage {
  const { width, height, data } = image
  const out = new Float32Array(data.length)
  for (let x = 0; x < width; x += 1) {
    const shift = slope * (x - width / 2)
    for (let y = 0; y < height; y += 1) {
      const from = Math.min(height - 1, Math.max(0, y + shift))
      const above = Math.floor(from)
      const share = from - above
      const below = Math.min(height - 1, above + 1)
      out[y * width + x] = data[above * width + x]! * (1 - share) + data[below * width + x]! * share
    }
  }
  return { width, height, data: out }
}
