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

/** Paints one point of a surface. The function that builds the surface defines the coordinates `u`, `v` and `w`. */
export type Paint = (u: number, v: number, w: number, out: Material) => void

/** Triangles with the same paint, in the coordinates of a figure: origin on the ground, y up, facing +z. */
export interface Mesh {
  positions: number[]
  normals: number[]
  /** three paint coordinates per vertex */
  locals: number[]
  indices: number[]
  paint: Paint
}

/** One elliptical cross-section of a tube, with its half-axes to the side and to the front. */
export type Ring = readonly [centre: Vec3, side: number, front: number]

const empty = (paint: Paint): Mesh => ({ positions: [], normals: [], locals: [], indices: [], paint })

function vertex(mesh: Mesh, position: Vec3, normal: Vec3, local: Vec3): number {
  mesh.positions.push(...position)
  mesh.normals.push(...normal)
  mesh.locals.push(...local)
  return mesh.positions.length / 3 - 1
}

/** Builds a surface over elliptical rings. Paint coordinates: angle (0 = side, π/2 = front), metres along the tube, index of the ring. */
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
    // Where a tube becomes wider, its surface is inclined, so the normals are tilted by the slope.
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

/** A vector in the direction of the axis with the inverse of its length. Normals scale with it. */
const inverse = (axis: Vec3): Vec3 => scale(axis, 1 / (dot(axis, axis) || 1))

/** Builds an ellipsoid from three vectors, its half-axes. Paint coordinates: the point on the unit sphere. */
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

/** Builds patches with four corners. Paint coordinates: 0…1 along each side, and the index of the patch. */
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

/** Builds a box from `min` to `max`. Paint coordinates: 0…1 over each face, and its index (left, right, bottom, top, front, back). */
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

/** Builds a smooth surface over rows of points. Paint coordinates: the position itself. */
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
