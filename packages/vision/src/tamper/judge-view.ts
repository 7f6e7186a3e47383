import { COLUMNS, ROWS } from './edges.ts'
import type { ViewFigures } from './measure-view.ts'
import type { TamperFact, TamperFacts, TamperKind } from './tamper-facts.ts'
import type { TamperReference } from './tamper-memory.ts'

/** Brightness, in grey levels, at which the score of `dark` is 0.5. Below it a person would not be visible. */
const DARK_LEVEL = 18
/** The share of kept edges below which the camera shows another view. A softer picture is then not caused by the lens. */
const SAME_VIEW = 0.4
/** The share of the usual width below which a picture is softer only because it has fewer pixels. */
const SAME_WIDTH = 0.9
/** In unusual light only an almost blank picture counts as covered: a night picture shows at least a lamp, or is darker. */
const BLANK_FACTOR = 5
const BLANK_BRIGHTNESS = 60

type EvidenceOf<Fact> = Fact extends TamperFact<infer Evidence> ? Evidence : never

/** The measurement of a fact, before its score is compared with the limit. A null score means that this alarm gives no information. */
export interface Measured<Kind extends TamperKind> {
  score: number | null
  evidence: EvidenceOf<TamperFacts[Kind]>
}

function darkness(level: number): number {
  return Math.max(0, 1 - level / (2 * DARK_LEVEL))
}

/** Judges darkness relative to the usual picture, because a yard without a lamp is dark every night. Thermal pictures may be dark. */
export function judgeDark(figures: ViewFigures, usual: TamperReference | null, isThermal: boolean): Measured<'dark'> {
  const evidence = { brightness: figures.brightness, usual: usual?.brightness ?? null }
  if (isThermal) return { score: 0, evidence }
  const before = usual === null ? 0 : darkness(usual.brightness)
  return { score: Math.max(0, darkness(figures.brightness) - before), evidence }
}

/** Measures the share of the usual sharpness that is lost, provided that the place is still recognisable. */
export function judgeBlur(figures: ViewFigures, usual: TamperReference | null): Measured<'blur'> {
  const before = usual === null || usual.sharpness === 0 ? null : usual.sharpness
  const evidence = { sharpness: figures.sharpness, usual: before }
  if (usual === null || before === null || figures.edges === null) return { score: null, evidence }
  if (figures.edges.kept < SAME_VIEW || figures.width < SAME_WIDTH * usual.width) return { score: null, evidence }
  return { score: Math.max(0, 1 - (figures.sharpness ?? 0) / before), evidence }
}

/** Measures the share of the usual detail and edges that are lost. `isSameLight`: whether the usual picture was taken in the same light. */
export function judgeCovered({ brightness, edges }: ViewFigures, isSameLight: boolean): Measured<'covered'> {
  const evidence = { edgesKept: edges?.kept ?? null, detailGone: edges?.gone ?? null }
  if (edges === null) return { score: null, evidence }
  if (edges.turn !== null) return { score: 0, evidence }
  if (isSameLight) return { score: Math.min(1 - edges.kept, edges.gone), evidence }
  const blank = 1 - BLANK_FACTOR * (edges.kept + 1 - edges.gone)
  return { score: brightness < BLANK_BRIGHTNESS ? null : Math.max(0, blank), evidence }
}

/**
 * Measures the share of edges that are found at another position. If no shift explains the change, the share of edges replaced by others.
 */
export function judgeMoved({ edges }: ViewFigures): Measured<'moved'> {
  const turn = edges?.turn ?? null
  const evidence = {
    edgesKept: edges?.kept ?? null,
    edgesNew: edges?.fresh ?? null,
    shift: turn === null ? null : { x: turn.shift.x / COLUMNS, y: turn.shift.y / ROWS },
  }
  if (edges === null) return { score: null, evidence }
  const elsewhere = Math.min(1 - edges.kept, 1 - edges.gone, edges.fresh)
  return { score: Math.max(turn?.kept ?? 0, elsewhere), evidence }
}
