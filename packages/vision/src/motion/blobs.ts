/** A connected area of changed pixels; edges in pixels, right and bottom exclusive. */
export interface Blob {
  left: number
  top: number
  right: number
  bottom: number
  /** Changed pixels in it. */
  pixels: number
}

/** Keeps the pixels most of whose 3 × 3 neighbourhood changed, which removes rain, snow and noise of single pixels. */
export function denoise(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      let sum = 0
      for (const row of [at - width, at, at + width]) sum += mask[row - 1]! + mask[row]! + mask[row + 1]!
      if (sum >= 5) out[at] = 1
    }
  }
  return out
}

/** Grows changed areas by `radius` pixels in each direction, so that the parts of one body join. */
export function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const rows = new Uint8Array(mask.length)
  const out = new Uint8Array(mask.length)
  for (let y = 0; y < height; y += 1) {
    let reach = -1
    for (let x = 0; x < width + radius; x += 1) {
      if (x < width && mask[y * width + x] === 1) reach = x + radius
      const at = x - radius
      if (at >= 0 && reach >= at) rows[y * width + at] = 1
    }
  }
  for (let x = 0; x < width; x += 1) {
    let reach = -1
    for (let y = 0; y < height + radius; y += 1) {
      if (y < height && rows[y * width + x] === 1) reach = y + radius
      const at = y - radius
      if (at >= 0 && reach >= at) out[at * width + x] = 1
    }
  }
  return out
}

/** The connected areas of `joined`, each with the count of its pixels in `mask` (both of one size, 1 = changed). */
export function findBlobs(mask: Uint8Array, joined: Uint8Array, width: number): Blob[] {
  const seen = new Uint8Array(joined.length)
  const blobs: Blob[] = []
  const stack: number[] = []
  for (let start = 0; start < joined.length; start += 1) {
    if (joined[start] !== 1 || seen[start] === 1) continue
    const blob: Blob = { left: width, top: Infinity, right: 0, bottom: 0, pixels: 0 }
    seen[start] = 1
    stack.push(start)
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
      const neighbours = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of neighbours) {
        if (next < 0 || next >= joined.length || joined[next] !== 1 || seen[next] === 1) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    if (blob.pixels > 0) blobs.push(blob)
  }
  return blobs
}
