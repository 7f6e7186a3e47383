import type { GreyImage } from '../motion/grey-image.ts'

/** The columns and rows of cells in which a picture is judged. A cell is about 16 × 16 pixels of the grey picture. */
const CELL_COLUMNS = 30
const CELL_ROWS = 17
/** Smallest brightness range of a cell, in grey levels, with an edge that can be judged. It is well above sensor noise. */
const MIN_RANGE = 32
/** Fewest cells with an edge for judging the lens. With fewer, the scene is empty. */
const MIN_CELLS = 6
/** Share of the steepest cells that is used to judge the lens. Most other cells show shading, which is soft at any focus. */
const STEEPEST = 0.25
/** Smallest step over two pixels, in grey levels, that is a detail of the scene. */
const DETAIL = 24
/** A detail is gone if the remaining step is below this share of the earlier step, or below this number of grey levels, which is noise. */
const GONE_SHARE = 0.35
const GONE_LEVELS = 14

/** The finest structure of a picture, cell by cell in rows: the largest step over two pixels, and the range of brightness. */
export interface Detail {
  step: Uint8Array
  range: Uint8Array
}

/** Measures every cell of an unblurred grey picture, on every second row: few edges are shorter than two rows. */
export function findDetail({ width, height, data }: GreyImage): Detail {
  const detail = { step: new Uint8Array(CELL_COLUMNS * CELL_ROWS), range: new Uint8Array(CELL_COLUMNS * CELL_ROWS) }
  for (let row = 0; row < CELL_ROWS; row += 1) {
    const top = 1 + Math.floor((row * (height - 2)) / CELL_ROWS)
    const bottom = 1 + Math.floor(((row + 1) * (height - 2)) / CELL_ROWS)
    for (let column = 0; column < CELL_COLUMNS; column += 1) {
      const left = 1 + Math.floor((column * (width - 2)) / CELL_COLUMNS)
      const right = 1 + Math.floor(((column + 1) * (width - 2)) / CELL_COLUMNS)
      let low = 255
      let high = 0
      let step = 0
      for (let y = top; y < bottom; y += 2) {
        for (let at = y * width + left; at < y * width + right; at += 1) {
          const value = data[at]!
          if (value < low) low = value
          if (value > high) high = value
          const across = Math.abs(data[at + 1]! - data[at - 1]!)
          const down = Math.abs(data[at + width]! - data[at - width]!)
          if (across > step) step = across
          if (down > step) step = down
        }
      }
      detail.step[row * CELL_COLUMNS + column] = step
      detail.range[row * CELL_COLUMNS + column] = Math.max(0, high - low)
    }
  }
  return detail
}

/**
 * The steepness of the edges of a picture: the largest step over two pixels as a share of the surrounding brightness range, in the steepest
 * quarter of the cells that have an edge. It is 1 for a hard edge of any contrast, so that light, fog and exposure do not matter. It is
 * 0.5 for a lens that spreads each point over 1.5 pixels of the grey picture, or 4 of a picture 1280 wide. Null if there are too few edges.
 */
export function sharpnessOf({ step, range }: Detail): number | null {
  const found: number[] = []
  for (let cell = 0; cell < range.length; cell += 1)
    if (range[cell]! >= MIN_RANGE) found.push(Math.min(1, step[cell]! / range[cell]!))
  if (found.length < MIN_CELLS) return null
  return found.toSorted((a, b) => b - a)[Math.floor(found.length * STEEPEST)] ?? null
}

/** Share (0–1) of the cells with detail in the usual picture that have none now; 0 when the usual picture has no detail. */
export function goneShare(usual: Uint8Array, now: Detail): number {
  let all = 0
  let gone = 0
  for (let cell = 0; cell < usual.length; cell += 1) {
    const step = usual[cell]!
    if (step < DETAIL) continue
    all += 1
    if (now.step[cell]! < Math.max(GONE_LEVELS, GONE_SHARE * step)) gone += 1
  }
  return all < MIN_CELLS ? 0 : gone / all
}
