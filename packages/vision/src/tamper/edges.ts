/** Columns and rows of the small pictures on which edges are compared: the coarse structure of a place without noise, rain and leaves. */
export const COLUMNS = 64
export const ROWS = 36
const SIZE = COLUMNS * ROWS

/** Smallest change over two pixels, in grey levels, that counts as an edge. */
const EDGE = 6
/** Largest weight of an edge, in grey levels. Without it, a single lamp would dominate. */
const MAX_WEIGHT = 32
/** Cosine of the largest angle between two edges that count as the same edge. */
const SAME_DIRECTION = 0.75
/**
 * In dim light or fog an edge is weaker. It still counts if it has at least this share of its usual strength and this number of grey
 * levels.
 */
const FAINT_SHARE = 0.12
const FAINT_LEVELS = 2
/** Largest shift in the search, in pixels of the small picture: a quarter of it. */
const REACH_X = 18
const REACH_Y = 10
/** The distance between the shifts of a first, rough search, in pixels. Edges are about as wide. */
const ROUGH = 2
/** Share of the edges that must remain in the picture after a shift for a valid comparison. */
const MIN_OVERLAP = 0.4

/** Edges of a small picture: the gradient at each pixel, and the edge pixels with their weights. */
export interface Edges {
  x: Float32Array
  y: Float32Array
  length: Float32Array
  at: Uint16Array
  weight: Float32Array
  /** Sum of the weights. */
  total: number
}

/** A shift in pixels of the small picture. */
export interface PixelShift {
  x: number
  y: number
}

/** The comparison of two pictures' edges, as shares of the total weight of the reference's edges. */
export interface EdgeComparison {
  kept: number
  /** The edges that the reference does not have, as a share that may exceed 1. */
  fresh: number
  shift: PixelShift
}

/** Finds the edges of a picture of COLUMNS × ROWS grey levels. */
export function findEdges(picture: Uint8Array): Edges {
  const x = new Float32Array(SIZE)
  const y = new Float32Array(SIZE)
  const length = new Float32Array(SIZE)
  const at: number[] = []
  for (let row = 1; row < ROWS - 1; row += 1) {
    for (let pixel = row * COLUMNS + 1; pixel < (row + 1) * COLUMNS - 1; pixel += 1) {
      x[pixel] = picture[pixel + 1]! - picture[pixel - 1]!
      y[pixel] = picture[pixel + COLUMNS]! - picture[pixel - COLUMNS]!
      length[pixel] = Math.sqrt(x[pixel]! * x[pixel]! + y[pixel]! * y[pixel]!)
      if (length[pixel]! >= EDGE) at.push(pixel)
    }
  }
  const weight = Float32Array.from(at, (pixel) => Math.min(MAX_WEIGHT, length[pixel]!))
  return { x, y, length, at: Uint16Array.from(at), weight, total: weight.reduce((sum, one) => sum + one, 0) }
}

function isSame(a: Edges, at: number, b: Edges, other: number): boolean {
  const long = a.length[at]!
  const second = b.length[other]!
  if (second < FAINT_LEVELS || second < FAINT_SHARE * long) return false
  return a.x[at]! * b.x[other]! + a.y[at]! * b.y[other]! >= SAME_DIRECTION * long * second
}

/** `overlap`: share of the edges that lie within the other picture after a shift. `kept`: share of these that are found there. */
function keptAfter(edges: Edges, other: Edges, { x, y }: PixelShift, each = 1): { kept: number; overlap: number } {
  let kept = 0
  let overlap = 0
  const step = y * COLUMNS + x
  for (let index = 0; index < edges.at.length; index += each) {
    const at = edges.at[index]!
    const column = (at % COLUMNS) + x
    const target = at + step
    if (column < 1 || column >= COLUMNS - 1 || target < COLUMNS || target >= SIZE - COLUMNS) continue
    overlap += edges.weight[index]!
    if (isSame(edges, at, other, target)) kept += edges.weight[index]!
  }
  return { kept: overlap === 0 ? 0 : kept / overlap, overlap: edges.total === 0 ? 0 : (each * overlap) / edges.total }
}

/** The best shift on a grid with spacing `step`, up to `reach` from `around`. Only every `step`-th edge is compared. */
function bestShift(
  edges: [reference: Edges, now: Edges],
  around: PixelShift,
  reach: PixelShift,
  step: number,
): { shift: PixelShift; kept: number } {
  let best = { shift: around, kept: keptAfter(...edges, around, step).kept }
  for (let y = around.y - reach.y; y <= around.y + reach.y; y += step) {
    for (let x = around.x - reach.x; x <= around.x + reach.x; x += step) {
      const { kept, overlap } = keptAfter(...edges, { x, y }, step)
      if (kept > best.kept && overlap >= MIN_OVERLAP) best = { shift: { x, y }, kept }
    }
  }
  return best
}

/** Compares a picture with a reference at the same position, with a tolerance of one pixel for cameras that shake in the wind. */
export function compareEdges(reference: Edges, now: Edges): EdgeComparison {
  const { kept, shift } = bestShift([reference, now], { x: 0, y: 0 }, { x: 1, y: 1 }, 1)
  const back = keptAfter(now, reference, { x: -shift.x, y: -shift.y })
  const fresh = reference.total === 0 ? 0 : ((1 - back.kept) * back.overlap * now.total) / reference.total
  return { kept, fresh, shift }
}

/** Finds the shift at which the most edges of the reference are found: first coarsely, then to the pixel. */
export function findTurn(reference: Edges, now: Edges): { kept: number; shift: PixelShift } {
  const rough = bestShift([reference, now], { x: 0, y: 0 }, { x: REACH_X, y: REACH_Y }, ROUGH)
  const fine = { x: ROUGH - 1, y: ROUGH - 1 }
  return bestShift([reference, now], rough.shift, fine, 1)
}
