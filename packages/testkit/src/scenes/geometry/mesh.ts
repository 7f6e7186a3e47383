import { add, cross, dot, normalise, scale, subtract } from './vec.ts'
import type { Vec3 } from './vec.ts'

/** The material of a surface point, in linear light. */
export interface Material {
  r: number
  g: number
  b: number
  /** 0 cloth … 1 mirror */
  gloss: number
}

/** Paints one point of a surface; `u`, `v`, `w` are the surface's own coordinates (see the builder that made it). */
export type Paint = (u: number, v: number, w: number, out: Material) => void

/** Triangles of one paint in the figure's own space: origin on the ground, y up, facing +z. */
export interface Mesh {
  positions: number[]
  normals: number[]
  /** three paint coordinates a vertex */
  locals: number[]
  indices: number[]
  paint: Paint
}

/** One cross-section of a tube: half-axes along its side and its front. */
export type Ring = readonly [centre: Vec3, side: number, front: number]

const empty = (paint: Paint): Mesh => ({ positions: [], normals: [], locals: [], indices: [], paint })

function vertex(mesh: Mesh, position: Vec3, normal: Vec3, local: Vec3): number {
  mesh.positions.push(...position)
  mesh.normals.push(...normal)
  mesh.locals.push(...local)
  return mesh.positions.length / 3 - 1
}

/** A skin over elliptical rings. Paint coordinates: angle (0 = side, π/2 = front), metres along, ring index. */
export function tube(paint: Paint, rings: readonly Ring[], sideHint: Vec3 = [1, 0, 0], segments = 14): Mesh {
  const mesh = empty(paint)
  let along = 0
  for (const [index, [centre, side, front]] of rings.entries()) {
    const before = rings[Math.max(0, index - 1)] ?? rings[0]
    const after = rings[Math.min(rings.length - 1, index + 1)] ?? rings[0]
    if (!before || !after) break
    const axis = normalise(subtract(after[0], before[0]))
    const sideAxis = normalise(subtract(sideHint, scale(axis, dot(sideHint, axis))))
    const frontAxis = cross(sideAxis, axis)
    if (index > 0) along += Math.hypot(...subtract(centre, before[0])) || 0
    // A tube that widens shows its skin a little from behind: tilt the normals by the slope.
    const length = Math.hypot(...subtract(after[0], before[0])) || 1
    const slope = (before[1] + before[2] - after[1] - after[2]) / 2 / length
    for (let i = 0; i <= segments; i++) {
      const angle = (i / segments) * Math.PI * 2
      const c = Math.cos(angle)
      const s = Math.sin(angle)
      const position = add(centre, add(scale(sideAxis, c * side), scale(frontAxis, s * front)))
      const outward = add(scale(sideAxis, c / Math.max(side, 1e-4)), scale(frontAxis, s / Math.max(front, 1e-4)))
      vertex(mesh, position, normalise(add(normalise(outward), scale(axis, slope))), [angle, along, index])
    }
  }
  const stride = segments + 1
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < segments; i++) {
      const a = ring * stride + i
      mesh.indices.push(a, a + 1, a + stride, a + 1, a + stride + 1, a + stride)
    }
  }
  return mesh
}

/** The axis with its length turned into one over it: how normals scale. */
const inverse = (axis: Vec3): Vec3 => scale(axis, 1 / (dot(axis, axis) || 1))

/** An ellipsoid on three axes (each with its half-length). Paint coordinates: the point on the unit sphere. */
export function ellipsoid(paint: Paint, centre: Vec3, axes: readonly [Vec3, Vec3, Vec3], segments = 14): Mesh {
  const mesh = empty(paint)
  const rows = Math.max(6, Math.round(segments * 0.7))
  const [ax, ay, az] = axes
  const across = [inverse(ax), inverse(ay), inverse(az)] as const
  for (let row = 0; row <= rows; row++) {
    const polar = (row / rows) * Math.PI
    for (let i = 0; i <= segments; i++) {
      const angle = (i / segments) * Math.PI * 2
      const local: Vec3 = [Math.sin(polar) * Math.cos(angle), Math.cos(polar), Math.sin(polar) * Math.sin(angle)]
      const position = add(centre, add(scale(ax, local[0]), add(scale(ay, local[1]), scale(az, local[2]))))
      const normal = add(scale(across[0], local[0]), add(scale(across[1], local[1]), scale(across[2], local[2])))
      vertex(mesh, position, normalise(normal), local)
    }
  }
  const stride = segments + 1
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < segments; i++) {
      const a = row * stride + i
      mesh.indices.push(a, a + 1, a + stride, a + 1, a + stride + 1, a + stride)
    }
  }
  return mesh
}

/** Four-cornered patches. Paint coordinates: 0…1 along each side, and the patch's index. */
export function patches(paint: Paint, quads: readonly (readonly [Vec3, Vec3, Vec3, Vec3])[]): Mesh {
  const mesh = empty(paint)
  for (const [index, [a, b, c, d]] of quads.entries()) {
    const normal = normalise(cross(subtract(b, a), subtract(d, a)))
    const first = vertex(mesh, a, normal, [0, 0, index])
    vertex(mesh, b, normal, [1, 0, index])
    vertex(mesh, c, normal, [1, 1, index])
    vertex(mesh, d, normal, [0, 1, index])
    mesh.indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
  }
  return mesh
}

/** A box with its corner at `min`. Paint coordinates: 0…1 over each face, and the face's index (left, right, bottom, top, front, back). */
export function box(paint: Paint, min: Vec3, max: Vec3): Mesh {
  const [x0, y0, z0] = min
  const [x1, y1, z1] = max
  return patches(paint, [
    [
      [x0, y0, z1],
      [x0, y0, z0],
      [x0, y1, z0],
      [x0, y1, z1],
    ],
    [
      [x1, y0, z0],
      [x1, y0, z1],
      [x1, y1, z1],
      [x1, y1, z0],
    ],
    [
      [x0, y0, z0],
      [x0, y0, z1],
      [x1, y0, z1],
      [x1, y0, z0],
    ],
    [
      [x0, y1, z0],
      [x1, y1, z0],
      [x1, y1, z1],
      [x0, y1, z1],
    ],
    [
      [x0, y0, z0],
      [x1, y0, z0],
      [x1, y1, z0],
      [x0, y1, z0],
    ],
    [
      [x1, y0, z1],
      [x0, y0, z1],
      [x0, y1, z1],
      [x1, y1, z1],
    ],
  ])
}

/** A smooth skin over a grid of points, rows joined to rows. Paint coordinates: the position itself. */
export function sheet(paint: Paint, rows: readonly (readonly Vec3[])[]): Mesh {
  const mesh = empty(paint)
  const columns = rows[0]?.length ?? 0
  const at = (row: number, column: number): Vec3 => {
    const r = rows[Math.min(rows.length - 1, Math.max(0, row))] ?? []
    return r[Math.min(columns - 1, Math.max(0, column))] ?? [0, 0, 0]
  }
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < columns; column++) {
      const down = subtract(at(row + 1, column), at(row - 1, column))
      const over = subtract(at(row, column + 1), at(row, column - 1))
      const point = at(row, column)
      vertex(mesh, point, normalise(cross(over, down)), point)
    }
  }
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column
      mesh.indices.push(a, a + 1, a + columns, a + 1, a + columns + 1, a + columns)
    }
  }
  return mesh
}
