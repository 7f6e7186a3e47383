import type { FactBox } from './facts.ts'
import type { Area, Rule, RuleZone } from './rule.ts'

/** Whether a point is in an area (even-odd rule). */
function isInArea(area: Area, x: number, y: number): boolean {
  let inside = false
  let previous = area.at(-1)
  for (const point of area) {
    if (previous !== undefined && point[1] > y !== previous[1] > y) {
      const crossing = point[0] + ((y - point[1]) / (previous[1] - point[1])) * (previous[0] - point[0])
      if (x < crossing) inside = !inside
    }
    previous = point
  }
  return inside
}

/** The middle of the lower edge of a box. One on the lower edge of the picture is taken as within it. */
const footOf = ({ x, y, width, height }: FactBox): { x: number; y: number } => ({
  x: x + width / 2,
  y: Math.min(y + height, 1) - 1e-6,
})

/** A part of the picture in which a rule is judged. */
export interface Place {
  /** The zone that it is; null for the whole picture, for all zones together and for what lies outside of them. */
  zone: RuleZone | null
  holds: (box: FactBox) => boolean
}

const isIn = ({ points }: RuleZone, box: FactBox): boolean => {
  const { x, y } = footOf(box)
  return isInArea(points, x, y)
}

/** The same answer for the same box, worked out once: a task asks about each object several times. */
function remembered(holds: Place['holds']): Place['holds'] {
  const known = new Map<FactBox, boolean>()
  return (box) => {
    const before = known.get(box)
    if (before !== undefined) return before
    const now = holds(box)
    known.set(box, now)
    return now
  }
}

/**
 * The places in which a rule is judged. With `all`, it must hold in each of them, otherwise in one.
 * @param isApart whether what is looked for belongs to one zone, such as a door, so that zones are never taken together
 */
export function placesOf(
  { zones, detectionCondition }: Pick<Rule, 'zones' | 'detectionCondition'>,
  isApart = false,
): Place[] {
  const [only] = zones
  if (only === undefined) return [{ zone: null, holds: () => true }]
  const inAny = (box: FactBox) => zones.some((zone) => isIn(zone, box))
  if (!isApart && detectionCondition === 'outside') return [{ zone: null, holds: remembered((box) => !inAny(box)) }]
  if (!isApart && detectionCondition === 'inside' && zones.length > 1) return [{ zone: null, holds: remembered(inAny) }]
  return zones.map((zone) => ({ zone, holds: remembered((box) => isIn(zone, box)) }))
}

/** The overlap of two boxes, 0–1 (intersection over union). */
export function overlapOf(a: FactBox, b: FactBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  const shared = width * height
  return shared / (a.width * a.height + b.width * b.height - shared)
}

/** The distance of the feet of two boxes. `shape` is the width of the picture divided by its height, so that both directions count alike. */
export function footDistance(a: FactBox, b: FactBox, shape: number): number {
  const [one, other] = [footOf(a), footOf(b)]
  return Math.hypot((one.x - other.x) * shape, one.y - other.y)
}
