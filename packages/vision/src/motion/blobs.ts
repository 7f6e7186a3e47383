/** A connected area of changed pixels. Edges are in pixels, right and bottom exclusive. */
export interface Blob {
  left: number
  top: number
  right: number
  bottom: number
  /** The number of changed pixels in the area. */
  pixels: number
}

/** Keeps a changed pixel only if most pixels in its 3 × 3 neighbourhood changed. This removes rain, snow and noise of single pixels. */
export function denoise(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  const rows = new Uint8Array(mask.length)
  for (let at = 1; at < mask.length - 1; at += 1) rows[at] = mask[at - 1]! + mask[at]! + mask[at + 1]!
  for (let y = 1; y < height - 1; y += 1) {
    const first = y * width + 1
    for (let at = first; at < first + width - 2; at += 1)
      if (rows[at - width]! + rows[at]! + rows[at + width]! >= 5) out[at] = 1
  }
  return out
}

/** Grows changed areas by `radius` pixels, so that the parts of one body join. */
export function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const wide = new Uint8Array(mask.length)
  // Only a small part of a picture changes, so searching for the next changed byte is the fastest way.
  for (let at = mask.indexOf(1); at !== -1; at = mask.indexOf(1, at + 1)) {
    const row = at - (at % width)
    wide.fill(1, Math.max(row, at - radius), Math.min(row + width, at + radius + 1))
  }
  const out = new Uint8Array(mask.length)
  for (let at = wide.indexOf(1); at !== -1;) {
    const y = Math.floor(at / width)
    const row = y * width
    for (let other = Math.max(0, y - radius); other <= Math.min(height - 1, y + radius); other += 1) {
      const shift = (other - y) * width
      for (let from = at; from < row + width; from += 1) if (wide[from] === 1) out[from + shift] = 1
    }
    at = wide.indexOf(1, row + width)
  }
  return out
}

/** Returns the connected areas of `joined`, each with the number of its pixels in `mask`. Both have the same size, and 1 means changed. */
export function findBlobs(mask: Uint8Array, joined: Uint8Array, width: number): Blob[] {
  const left = joined.slice()
  const blobs: Blob[] = []
  const stack: number[] = []
  const visit = (at: number): void => {
    if (left[at] !== 1) return
    left[at] = 0
    stack.push(at)
  }
  for (let start = left.indexOf(1); start !== -1; start = left.indexOf(1, start)) {
    const blob: Blob = { left: width, top: Infinity, right: 0, bottom: 0, pixels: 0 }
    visit(start)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      const y = (at - x) / width
      if (mask[at] === 1) {
        blob.left = Math.min(blob.left, x)
        blob.top = Math.min(blob.top, y)
        blob.right = Math.max(blob.right, x + 1)
        blob.bottom = Math.max(blob.bottom, y + 1)
        blob.pixels += 1
      }
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      visit(at - width)
      visit(at + width)
    }
    if (blob.pixels > 0) blobs.push(blob)
  }
  return blobs
}
