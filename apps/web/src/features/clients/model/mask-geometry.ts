/** A corner in 0–1 coordinates of the picture. */
export type Point = [number, number]
export type Polygon = Point[]

export const MIN_POINTS = 3
export const MAX_POINTS = 100
export const MAX_MASKS = 50

const DIGITS = 10_000
const limit = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * DIGITS) / DIGITS

/** Limits a point to the picture. Four digits are finer than a pixel of any camera. */
export function inPicture([x, y]: Point): Point {
  return [limit(x), limit(y)]
}

/** Moves an area without changing its shape. It stops at the edges of the picture. */
export function movePolygon(polygon: Polygon, dx: number, dy: number): Polygon {
  const xs = polygon.map(([x]) => x)
  const ys = polygon.map(([, y]) => y)
  const byX = Math.min(1 - Math.max(...xs), Math.max(-Math.min(...xs), dx))
  const byY = Math.min(1 - Math.max(...ys), Math.max(-Math.min(...ys), dy))
  return polygon.map(([x, y]) => inPicture([x + byX, y + byY]))
}

/** Returns the middles of the edges, from which new corners can be dragged. */
export function middles(polygon: Polygon): Point[] {
  return polygon.map(([x, y], index) => {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length] ?? [x, y]
    return [(x + nextX) / 2, (y + nextY) / 2]
  })
}

/** Returns the area of a polygon as a share of the picture (shoelace formula). */
export function areaOf(polygon: Polygon): number {
  const doubled = polygon.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}

/** Whether a point is in an area (even-odd rule, as in the display and the analysis). */
export function contains(polygon: Polygon, [x, y]: Point): boolean {
  let inside = false
  polygon.forEach(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}

const GRID = 50

/** The masked share of the picture, without counting overlaps twice. Sampled on a grid, exact to about two percent. */
export function maskedShare(masks: readonly Polygon[]): number {
  let covered = 0
  for (let row = 0; row < GRID; row += 1)
    for (let column = 0; column < GRID; column += 1) {
      const point: Point = [(column + 0.5) / GRID, (row + 0.5) / GRID]
      if (masks.some((mask) => contains(mask, point))) covered += 1
    }
  return covered / (GRID * GRID)
}
