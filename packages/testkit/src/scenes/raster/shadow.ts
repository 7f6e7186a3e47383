import { project } from '../geometry/camera.ts'
import type { Camera } from '../geometry/camera.ts'
import type { Mesh } from '../geometry/mesh.ts'
import type { Canvas, PixelBox } from './canvas.ts'
import type { Placement } from './draw.ts'
import type { Light } from './light.ts'

/** The screen positions and depths of the vertices of a mesh, after its projection onto the ground along the light. */
function flatten(mesh: Mesh, placement: Placement, camera: Camera, slant: readonly [number, number]): Float32Array {
  const count = mesh.positions.length / 3
  const flat = new Float32Array(count * 3)
  const cos = Math.cos(placement.heading)
  const sin = Math.sin(placement.heading)
  const size = placement.scale ?? 1
  for (let i = 0; i < count; i++) {
    const x = (mesh.positions[i * 3] ?? 0) * size
    const y = (mesh.positions[i * 3 + 1] ?? 0) * size + (placement.y ?? 0)
    const z = (mesh.positions[i * 3 + 2] ?? 0) * size
    const at = project(camera, [
      placement.x + x * cos + z * sin - y * slant[0],
      0,
      placement.z - x * sin + z * cos - y * slant[1],
    ])
    flat[i * 3] = at.x
    flat[i * 3 + 1] = at.y
    flat[i * 3 + 2] = at.depth
  }
  return flat
}

function fillMask(mask: Uint8Array, box: PixelBox, flat: Float32Array, indices: readonly number[]): void {
  const width = box.right - box.left
  const height = box.bottom - box.top
  for (let t = 0; t < indices.length; t += 3) {
    const a = (indices[t] ?? 0) * 3
    const b = (indices[t + 1] ?? 0) * 3
    const c = (indices[t + 2] ?? 0) * 3
    if (flat[a + 2]! < 0.3 || flat[b + 2]! < 0.3 || flat[c + 2]! < 0.3) continue
    const ax = flat[a]! - box.left
    const ay = flat[a + 1]! - box.top
    const bx = flat[b]! - box.left
    const by = flat[b + 1]! - box.top
    const cx = flat[c]! - box.left
    const cy = flat[c + 1]! - box.top
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (Math.abs(area) < 1e-4) continue
    const minX = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const maxX = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const minY = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const maxY = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) {
        const wb = ((x + 0.5 - ax) * (cy - ay) - (cx - ax) * (y + 0.5 - ay)) / area
        const wc = ((bx - ax) * (y + 0.5 - ay) - (x + 0.5 - ax) * (by - ay)) / area
        if (wb >= 0 && wc >= 0 && wb + wc <= 1) mask[y * width + x] = 1
      }
    }
  }
}

/** Replaces each value by the mean of the 2·radius+1 values around it, first along rows, then along columns. */
function boxBlur(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const pass = (source: Float32Array, length: number, lines: number, step: number, lineStep: number): Float32Array => {
    const out = new Float32Array(source.length)
    for (let line = 0; line < lines; line++) {
      let sum = 0
      for (let i = -radius; i < length; i++) {
        const entering = i + radius
        const leaving = i - radius - 1
        if (entering < length) sum += source[line * lineStep + entering * step]!
        if (leaving >= 0) sum -= source[line * lineStep + leaving * step]!
        if (i >= 0) out[line * lineStep + i * step] = sum / (2 * radius + 1)
      }
    }
    return out
  }
  return pass(pass(values, width, height, 1, width), height, width, width, 1)
}

/** Darkens the ground in a figure's shadow. Draw it before the figure itself. */
export function drawShadow(
  canvas: Canvas,
  camera: Camera,
  light: Light,
  meshes: readonly Mesh[],
  placement: Placement,
): void {
  // Under an overcast sky, and in the light of the lamp, the shadow is only a patch directly below the figure.
  const long = light.shadow > 0.3
  const height = Math.max(0.35, light.toSun[1])
  const slant: readonly [number, number] = long ? [light.toSun[0] / height, light.toSun[2] / height] : [0.06, 0.04]
  const flats = meshes.map((mesh) => flatten(mesh, placement, camera, slant))
  const box: PixelBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const flat of flats) {
    for (let i = 0; i < flat.length; i += 3) {
      if (flat[i + 2]! < 0.3) continue
      box.left = Math.min(box.left, flat[i]!)
      box.right = Math.max(box.right, flat[i]!)
      box.top = Math.min(box.top, flat[i + 1]!)
      box.bottom = Math.max(box.bottom, flat[i + 1]!)
    }
  }
  const margin = 8
  box.left = Math.max(0, Math.floor(box.left) - margin)
  box.top = Math.max(0, Math.floor(box.top) - margin)
  box.right = Math.min(canvas.width, Math.ceil(box.right) + margin)
  box.bottom = Math.min(canvas.height, Math.ceil(box.bottom) + margin)
  const width = box.right - box.left
  const rows = box.bottom - box.top
  if (!(width > 0 && rows > 0)) return
  const mask = new Uint8Array(width * rows)
  for (const [index, mesh] of meshes.entries()) fillMask(mask, box, flats[index]!, mesh.indices)
  const soft = boxBlur(Float32Array.from(mask), width, rows, long ? 2 : 5)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width; x++) {
      const dark = soft[y * width + x]! * light.shadow
      const target = (box.top + y) * canvas.width + box.left + x
      if (dark <= 0 || canvas.ground[target] === 0) continue
      const keep = 1 - dark
      canvas.rgb[target * 3] = canvas.rgb[target * 3]! * keep
      canvas.rgb[target * 3 + 1] = canvas.rgb[target * 3 + 1]! * keep
      canvas.rgb[target * 3 + 2] = canvas.rgb[target * 3 + 2]! * (keep + 0.06 * dark)
    }
  }
}
