import type { GreyImage } from '../motion/grey-image.ts'

/** A picture is judged in so many cells: some 16 pixels of the grey picture each way. */
const CELL_COLUMNS = 30
const CELL_ROWS = 17
/** Smallest difference of brightness within a cell, in grey levels, whose edge can be judged; well above sensor noise. */
const MIN_RANGE = 32
/** Fewer cells say nothing of the lens: the scene is empty. */
const MIN_CELLS = 6
/** The share of the steepest cells that stands for the lens; most of the others show shading, which is soft in any focus. */
const STEEPEST = 0.25
/** Smallest step over two pixels, in grey levels, that is a detail of the scene. */
const DETAIL = 24
/** A detail is gone when the step left is below this share of it and so many levels, which are noise. */
const GONE_SHARE = 0.35
const GONE_LEVELS = 14

/** The finest structure of a picture, cell by cell in rows: the largest step over two pixels, and the range of brightness. */
export interface Detail {
  step: Uint8Array
  range: Uint8Array
}

/** Measures every cell of a grey picture that was not blurred, on every second row: an edge is seldom shorter. */
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
 * How steep the edges of a picture are: the largest step over two pixels as a share of the brightness range around, in the steepest
 * quarter of the cells that have an edge. 1 for a hard edge, whatever its contrast, so that light, fog and exposure do not matter;
 * 0.5 for a lens that spreads each point over 1.5 pixels of the grey picture, 4 of a picture 1280 wide. Null without edges to judge.
 */
export function sharpnessOf({ step, range }: Detail): number | null {
  const found: number[] = []
  for (let cell = 0; cell < range.length; cell += 1)
    if (range[cell]! >= MIN_RANGE) found.push(Math.min(1, step[cell]! / range[cell]!))
  if (found.length < MIN_CELLS) return null
  return found.toSorted((a, b) => b - a)[Math.floor(found.length * STEEPEST)] ?? null
}

/** Share of the cells with detail (their steps are given) that show none any more, 0–1; 0 when there never was any. */
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
