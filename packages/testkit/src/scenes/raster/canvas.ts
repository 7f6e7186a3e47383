/** The picture under construction: 8-bit sRGB, depth in metres, and which pixels are open ground (shadows may fall there). */
export interface Canvas {
  width: number
  height: number
  rgb: Uint8ClampedArray
  depth: Float32Array
  ground: Uint8Array
}

/** Creates a canvas whose pixels are all at an infinite distance. */
export function createCanvas(width: number, height: number): Canvas {
  return {
    width,
    height,
    rgb: new Uint8ClampedArray(width * height * 3),
    depth: new Float32Array(width * height).fill(Number.POSITIVE_INFINITY),
    ground: new Uint8Array(width * height),
  }
}

/** Copies a canvas, to draw one frame on the copy. */
export function copyCanvas(canvas: Canvas): Canvas {
  return { ...canvas, rgb: canvas.rgb.slice(), depth: canvas.depth.slice() }
}

/** A box in pixels. `right` and `bottom` are not part of it. */
export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Converts linear light to sRGB 0…255. Highlights are clipped softly, as by the tone curve of a camera. */
export function toneMap(value: number): number {
  const v = value < 0.6 ? value : 0.6 + 0.4 * (1 - Math.exp((0.6 - value) / 0.4))
  return Math.sqrt(v < 0 ? 0 : v) * 255
}
