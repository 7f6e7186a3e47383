import { project } from '../geometry/camera.ts'
import type { Camera } from '../geometry/camera.ts'
import type { Material, Mesh } from '../geometry/mesh.ts'
import { toneMap } from './canvas.ts'
import type { Canvas, PixelBox } from './canvas.ts'
import { lampStrength, shade } from './light.ts'
import type { Light } from './light.ts'

/** The place of a figure. With heading 0 it looks away from the camera, with π towards the camera, with π/2 to the right. */
export interface Placement {
  x: number
  z: number
  y?: number
  heading: number
  scale?: number
}

const OVERSAMPLING = 2

/** Computes the screen position and the depth of each vertex, and its turned normal. */
function transform(mesh: Mesh, placement: Placement, camera: Camera): { screen: Float32Array; normals: Float32Array } {
  const count = mesh.positions.length / 3
  const screen = new Float32Array(count * 3)
  const normals = new Float32Array(count * 3)
  const cos = Math.cos(placement.heading)
  const sin = Math.sin(placement.heading)
  const size = placement.scale ?? 1
  for (let i = 0; i < count; i++) {
    const x = (mesh.positions[i * 3] ?? 0) * size
    const y = (mesh.positions[i * 3 + 1] ?? 0) * size
    const z = (mesh.positions[i * 3 + 2] ?? 0) * size
    const at = project(camera, [
      placement.x + x * cos + z * sin,
      (placement.y ?? 0) + y,
      placement.z - x * sin + z * cos,
    ])
    screen[i * 3] = at.x
    screen[i * 3 + 1] = at.y
    screen[i * 3 + 2] = at.depth
    const nx = mesh.normals[i * 3] ?? 0
    const nz = mesh.normals[i * 3 + 2] ?? 0
    normals[i * 3] = nx * cos + nz * sin
    normals[i * 3 + 1] = mesh.normals[i * 3 + 1] ?? 0
    normals[i * 3 + 2] = -nx * sin + nz * cos
  }
  return { screen, normals }
}

function screenBounds(parts: readonly { screen: Float32Array }[], canvas: Canvas): PixelBox | undefined {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { screen } of parts) {
    for (let i = 0; i < screen.length; i += 3) {
      if ((screen[i + 2] ?? 0) < 0.3) continue
      bounds.left = Math.min(bounds.left, screen[i] ?? 0)
      bounds.right = Math.max(bounds.right, screen[i] ?? 0)
      bounds.top = Math.min(bounds.top, screen[i + 1] ?? 0)
      bounds.bottom = Math.max(bounds.bottom, screen[i + 1] ?? 0)
    }
  }
  const left = Math.max(0, Math.floor(bounds.left))
  const top = Math.max(0, Math.floor(bounds.top))
  const right = Math.min(canvas.width, Math.ceil(bounds.right) + 1)
  const bottom = Math.min(canvas.height, Math.ceil(bounds.bottom) + 1)
  return right > left && bottom > top ? { left, top, right, bottom } : undefined
}

/** Draws smoothly shaded triangles into an oversampled tile, without those parts that nearer triangles hide. */
function fillTile(
  tile: { light: Float32Array; depth: Float32Array; width: number; height: number; box: PixelBox },
  mesh: Mesh,
  part: { screen: Float32Array; normals: Float32Array },
  camera: Camera,
  light: Light,
): void {
  const material: Material = { r: 0, g: 0, b: 0, gloss: 0 }
  const n = { x: 0, y: 0, z: 0 }
  const v = { x: 0, y: 0, z: 0 }
  const sinPitch = Math.sin(camera.pitch)
  const cosPitch = Math.cos(camera.pitch)
  const { screen, normals } = part
  const { locals, indices } = mesh
  const halfDiagonal = Math.hypot(camera.width, camera.height) / 2
  for (let t = 0; t < indices.length; t += 3) {
    const a = (indices[t] ?? 0) * 3
    const b = (indices[t + 1] ?? 0) * 3
    const c = (indices[t + 2] ?? 0) * 3
    const az = screen[a + 2]!
    const bz = screen[b + 2]!
    const cz = screen[c + 2]!
    if (az < 0.3 || bz < 0.3 || cz < 0.3) continue
    const ax = (screen[a]! - tile.box.left) * OVERSAMPLING
    const ay = (screen[a + 1]! - tile.box.top) * OVERSAMPLING
    const bx = (screen[b]! - tile.box.left) * OVERSAMPLING
    const by = (screen[b + 1]! - tile.box.top) * OVERSAMPLING
    const cx = (screen[c]! - tile.box.left) * OVERSAMPLING
    const cy = (screen[c + 1]! - tile.box.top) * OVERSAMPLING
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (Math.abs(area) < 1e-6) continue
    const minX = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const maxX = Math.min(tile.width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const minY = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const maxY = Math.min(tile.height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) {
        const sx = x + 0.5
        const sy = y + 0.5
        const wb = ((sx - ax) * (cy - ay) - (cx - ax) * (sy - ay)) / area
        const wc = ((bx - ax) * (sy - ay) - (sx - ax) * (by - ay)) / area
        const wa = 1 - wb - wc
        if (wa < 0 || wb < 0 || wc < 0) continue
        const depth = 1 / (wa / az + wb / bz + wc / cz)
        const index = y * tile.width + x
        if (depth >= tile.depth[index]!) continue
        tile.depth[index] = depth
        const ka = (wa / az) * depth
        const kb = (wb / bz) * depth
        const kc = (wc / cz) * depth
        mesh.paint(
          ka * locals[a]! + kb * locals[b]! + kc * locals[c]!,
          ka * locals[a + 1]! + kb * locals[b + 1]! + kc * locals[c + 1]!,
          ka * locals[a + 2]! + kb * locals[b + 2]! + kc * locals[c + 2]!,
          material,
        )
        n.x = ka * normals[a]! + kb * normals[b]! + kc * normals[c]!
        n.y = ka * normals[a + 1]! + kb * normals[b + 1]! + kc * normals[c + 1]!
        n.z = ka * normals[a + 2]! + kb * normals[b + 2]! + kc * normals[c + 2]!
        const nl = 1 / (Math.hypot(n.x, n.y, n.z) || 1)
        n.x *= nl
        n.y *= nl
        n.z *= nl
        const px = tile.box.left + sx / OVERSAMPLING - camera.width / 2
        const py = camera.height / 2 - (tile.box.top + sy / OVERSAMPLING)
        v.x = px / camera.focal
        v.y = (py / camera.focal) * cosPitch - sinPitch
        v.z = (py / camera.focal) * sinPitch + cosPitch
        const vl = 1 / Math.hypot(v.x, v.y, v.z)
        v.x *= vl
        v.y *= vl
        v.z *= vl
        const lamp = light.infrared ? lampStrength(depth, Math.hypot(px, py) / halfDiagonal) : 0
        shade(light, material, n, v, lamp, tile.light, index * 3)
      }
    }
  }
}

/**
 * Draws one figure on the canvas, except parts that nearer objects hide. Returns the box of its visible pixels;
 * undefined if no pixel is visible.
 */
export function drawFigure(
  canvas: Canvas,
  camera: Camera,
  light: Light,
  meshes: readonly Mesh[],
  placement: Placement,
): PixelBox | undefined {
  const parts = meshes.map((mesh) => transform(mesh, placement, camera))
  const box = screenBounds(parts, canvas)
  if (!box) return undefined
  const width = (box.right - box.left) * OVERSAMPLING
  const height = (box.bottom - box.top) * OVERSAMPLING
  const tile = {
    width,
    height,
    box,
    light: new Float32Array(width * height * 3),
    depth: new Float32Array(width * height).fill(Number.POSITIVE_INFINITY),
  }
  for (const [index, mesh] of meshes.entries()) {
    const part = parts[index]
    if (part) fillTile(tile, mesh, part, camera, light)
  }
  return resolveTile(canvas, tile)
}

function resolveTile(
  canvas: Canvas,
  tile: { light: Float32Array; depth: Float32Array; width: number; box: PixelBox },
): PixelBox | undefined {
  const { box } = tile
  const seen: PixelBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  const samples = OVERSAMPLING * OVERSAMPLING
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const target = y * canvas.width + x
      const behind = canvas.depth[target]! + 0.02
      let covered = 0
      let r = 0
      let g = 0
      let b = 0
      let nearest = Infinity
      for (let s = 0; s < samples; s++) {
        const sx = (x - box.left) * OVERSAMPLING + (s % OVERSAMPLING)
        const sy = (y - box.top) * OVERSAMPLING + Math.floor(s / OVERSAMPLING)
        const index = sy * tile.width + sx
        const depth = tile.depth[index]!
        if (depth === Infinity || depth > behind) continue
        covered++
        nearest = Math.min(nearest, depth)
        r += tile.light[index * 3]!
        g += tile.light[index * 3 + 1]!
        b += tile.light[index * 3 + 2]!
      }
      if (covered === 0) continue
      const share = covered / samples
      const at = target * 3
      canvas.rgb[at] = canvas.rgb[at]! * (1 - share) + toneMap(r / covered) * share
      canvas.rgb[at + 1] = canvas.rgb[at + 1]! * (1 - share) + toneMap(g / covered) * share
      canvas.rgb[at + 2] = canvas.rgb[at + 2]! * (1 - share) + toneMap(b / covered) * share
      if (share > 0.5) canvas.depth[target] = nearest
      if (x < seen.left) seen.left = x
      if (x + 1 > seen.right) seen.right = x + 1
      if (y < seen.top) seen.top = y
      if (y + 1 > seen.bottom) seen.bottom = y + 1
    }
  }
  return seen.right > seen.left ? seen : undefined
}
