import { thumbnailOf } from '../memory/thumbnail.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import { brightLevel } from '../scene/bright-level.ts'
import { findDetail, goneShare, sharpnessOf } from './detail.ts'
import type { Detail } from './detail.ts'
import { COLUMNS, compareEdges, findEdges, findTurn, ROWS } from './edges.ts'
import type { Edges, PixelShift } from './edges.ts'
import type { TamperReference } from './tamper-memory.ts'

/** Smallest total weight of edges. A usual picture with less is too empty for a comparison. */
const MIN_EDGES = 1_000
/** Share of kept edges from which a picture counts as not turned. The shift is then not computed. */
const NOT_TURNED = 0.75
/** A shift is accepted when it is longer than a shake, finds this share of the edges, and finds this much more than no shift does. */
const MIN_SHIFT = 2
const MIN_FOUND = 0.45
const MIN_GAIN = 0.2

/** The measurements of an alarm's frames. A figure for the whole alarm is that of the frame with the best value. */
export interface ViewLook {
  /** Coarse grey copies of the scene without moving objects, then of the frames. */
  small: Uint8Array[]
  detail: Detail[]
  /** 0–255. */
  brightness: number
  /** The sharpness of the edges, 0–1. Null if there are too few edges. */
  sharpness: number | null
  /** The width of the pictures in pixels, at most the width of the grey copies. */
  width: number
}

/** Measurements of an alarm, and their comparison with the usual picture. */
export interface ViewFigures extends ViewLook {
  /** The comparison of edges. Null if there is no usual picture, or it has too few edges. */
  edges: {
    kept: number
    fresh: number
    /** Share of the cells with detail in the usual picture that have none now. */
    gone: number
    /** The shift in pixels of the small picture, and the share of edges found there. */
    turn: { shift: PixelShift; kept: number } | null
  } | null
}

/** Measures the frames of an alarm by themselves. */
export function lookAtView(pictures: {
  greys: readonly GreyImage[]
  background: GreyImage | undefined
  frames: readonly { width: number }[]
}): ViewLook {
  const { greys, background, frames } = pictures
  const detail = greys.map(findDetail)
  const sharpnesses = detail.flatMap((one) => sharpnessOf(one) ?? [])
  return {
    small: [...(background === undefined ? [] : [background]), ...greys].map((image) =>
      Buffer.from(thumbnailOf(image, COLUMNS, ROWS), 'base64'),
    ),
    detail,
    brightness: Math.max(0, ...greys.map(brightLevel)),
    sharpness: sharpnesses.length === 0 ? null : Math.max(...sharpnesses),
    width: Math.min(greys[0]?.width ?? 0, ...frames.map((frame) => frame.width)),
  }
}

/** Compares each picture with the reference and returns the result of the picture that kept the most edges. */
function compareBest(reference: Edges, pictures: readonly Edges[]): Omit<NonNullable<ViewFigures['edges']>, 'gone'> {
  let best = { kept: 0, fresh: 0, turn: null as { shift: PixelShift; kept: number } | null }
  let closest: Edges | undefined
  for (const picture of pictures) {
    const { kept, fresh } = compareEdges(reference, picture)
    if (closest !== undefined && kept <= best.kept) continue
    closest = picture
    best = { kept, fresh, turn: null }
  }
  if (closest === undefined || best.kept >= NOT_TURNED) return best
  const turn = findTurn(reference, closest)
  const isFar = Math.max(Math.abs(turn.shift.x), Math.abs(turn.shift.y)) >= MIN_SHIFT
  const explains = isFar && turn.kept >= MIN_FOUND && turn.kept - best.kept >= MIN_GAIN
  return explains ? { ...best, turn } : best
}

/** Compares the measurements of an alarm with the usual picture. */
export function compareView(look: ViewLook, usual: TamperReference | null): ViewFigures {
  if (usual === null || look.small.length === 0) return { ...look, edges: null }
  const reference = findEdges(Buffer.from(usual.picture, 'base64'))
  if (reference.total < MIN_EDGES) return { ...look, edges: null }
  const detail = Buffer.from(usual.detail, 'base64')
  const gone = Math.min(...look.detail.map((one) => goneShare(detail, one)))
  return { ...look, edges: { ...compareBest(reference, look.small.map(findEdges)), gone } }
}
