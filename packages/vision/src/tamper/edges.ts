/** Columns and rows of the small pictures that edges are compared on: the coarse build of a place, without noise, rain and leaves. */
export const COLUMNS = 64
export const ROWS = 36
const SIZE = COLUMNS * ROWS

/** Smallest change over two pixels, in grey levels, that counts as an edge. */
const EDGE = 6
/** Stronger edges weigh no more than one of so many levels, or a single lamp would decide. */
const MAX_WEIGHT = 32
/** Cosine of the largest angle between two edges that are the same one. */
const SAME_DIRECTION = 0.75
/** An edge in dim light or fog is weaker, but still there, down to this share of it and so many levels. */
const FAINT_SHARE = 0.12
const FAINT_LEVELS = 2
/** Furthest shift that is looked for, in pixels of the small picture: a quarter of it. */
const REACH_X = 18
const REACH_Y = 10
/** Pixels between the shifts of a first, rough search; edges are about as broad. */
const ROUGH = 2
/** Share of the edges that must still be in the picture after a shift for the comparison to say anything. */
const MIN_OVERLAP = 0.4

/** Edges of a small picture: the change across each pixel, and the pixels that are edges with what they weigh. */
export interface Edges {
  x: Float32Array
  y: Float32Array
  length: Float32Array
  at: Uint16Array
  weight: Float32Array
  /** Sum of the weights. */
  total: number
}

/** Pixels of the small picture. */
export interface PixelShift {
  x: number
  y: number
}

/** How two pictures' edges compare: shares 0–1 of the reference's weight. */
export interface EdgeComparison {
  kept: number
  /** Edges that the reference does not have; may exceed 1. */
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

/** Shares of the edges that lie in the other picture after a shift (`overlap`), and of those that are found there (`kept`). */
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

/** The best of the shifts that are `step` apart, up to `reach` from `around`; of the edges each `step`-th is looked at. */
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

/** Compares a picture with a reference at its place, give or take the pixel that wind shakes a camera by. */
export function compareEdges(reference: Edges, now: Edges): EdgeComparison {
  const { kept, shift } = bestShift([reference, now], { x: 0, y: 0 }, { x: 1, y: 1 }, 1)
  const back = keptAfter(now, reference, { x: -shift.x, y: -shift.y })
  const fresh = reference.total === 0 ? 0 : ((1 - back.kept) * back.overlap * now.total) / reference.total
  return { kept, fresh, shift }
}

/** Looks for the shift at which the most edges of the reference are found again: roughly, then to the pixel. */
export function findTurn(reference: Edges, now: Edges): { kept: number; shift: PixelShift } {
  const rough = bestShift([reference, now], { x: 0, y: 0 }, { x: REACH_X, y: REACH_Y }, ROUGH)
  const fine = { x: ROUGH - 1, y: ROUGH - 1 }
  return bestShift([reference, now], rough.shift, fine, 1)
}
