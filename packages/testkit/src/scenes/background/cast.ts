import type { Camera } from '../geometry/camera.ts'
import type { Material } from '../geometry/mesh.ts'
import { cross, dot, normalise } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import { fractalNoise } from '../noise.ts'
import { toneMap } from '../raster/canvas.ts'
import type { Canvas } from '../raster/canvas.ts'
import { lampStrength, shade } from '../raster/light.ts'
import type { Light } from '../raster/light.ts'
import type { Layout } from './layouts.ts'
import type { Wall } from './walls.ts'

/** A wall with its axes as unit vectors. `lift` is the distance of the eye from the plane of the wall, in metres. */
interface Plane {
  wall: Wall
  normal: Vec3
  lift: number
  along: Vec3
  up: Vec3
  length: number
  height: number
}

function toPlane(wall: Wall, eye: Vec3): Plane {
  const normal = normalise(cross(wall.along, wall.up))
  return {
    wall,
    normal,
    lift: dot(normal, wall.origin) - dot(normal, eye),
    along: normalise(wall.along),
    up: normalise(wall.up),
    length: Math.hypot(...wall.along),
    height: Math.hypot(...wall.up),
  }
}

/** Paints the sky and the distant tree line in the direction of a ray. */
function paintSky(rx: number, ry: number, rz: number, light: Light, out: Float32Array): void {
  const bearing = Math.atan2(rx, rz)
  const rise = ry / Math.hypot(rx, rz)
  if (light.infrared) {
    out.fill(0.004)
    return
  }
  const trees = 0.05 + 0.07 * fractalNoise(bearing * 7 + 30, 2, 4)
  if (rise < trees) {
    const leaf = 0.5 + 0.8 * fractalNoise(bearing * 90, rise * 90, 3)
    out[0] = 0.07 * leaf
    out[1] = 0.095 * leaf
    out[2] = 0.06 * leaf
    return
  }
  const cloud = fractalNoise(bearing * 3, rise * 9, 4)
  const bright = 0.72 + 0.4 * cloud - rise * 0.25
  out[0] = light.sky[0] * bright * 1.15
  out[1] = light.sky[1] * bright * 1.18
  out[2] = light.sky[2] * bright * 1.25
}

/** The distance in metres beyond which only sky is drawn. */
const FAR = 90

/** Finds what a ray hits: ground, a wall or nothing. A ray passes through holes in fences. The results are fields, to save allocations. */
class Caster {
  depth = 0
  isGround = false
  readonly normal = { x: 0, y: 1, z: 0 }
  readonly material: Material = { r: 0, g: 0, b: 0, gloss: 0 }
  readonly #candidate: Material = { r: 0, g: 0, b: 0, gloss: 0 }
  readonly #planes: readonly Plane[]
  readonly #camera: Camera
  readonly #ground: Layout['ground']

  constructor(camera: Camera, layout: Layout) {
    const eye: Vec3 = [0, camera.mountHeight, 0]
    this.#camera = camera
    this.#ground = layout.ground
    this.#planes = layout.walls.map((wall) => toPlane(wall, eye))
  }

  cast(rx: number, ry: number, rz: number): void {
    const { material, normal } = this
    const candidate = this.#candidate
    const { mountHeight, focal } = this.#camera
    const groundDepth = ry < 0 ? -mountHeight / ry : Number.POSITIVE_INFINITY
    this.depth = groundDepth
    let hit: Plane | undefined
    for (const plane of this.#planes) {
      const slope = plane.normal[0] * rx + plane.normal[1] * ry + plane.normal[2] * rz
      const at = plane.lift / slope
      if (!(at >= 0.5 && at < this.depth)) continue
      const { origin, paint } = plane.wall
      const dx = rx * at - origin[0]
      const dy = mountHeight + ry * at - origin[1]
      const dz = rz * at - origin[2]
      const along = dx * plane.along[0] + dy * plane.along[1] + dz * plane.along[2]
      if (along < 0 || along > plane.length) continue
      const up = dx * plane.up[0] + dy * plane.up[1] + dz * plane.up[2]
      if (up < 0 || up > plane.height || !paint(along, up, at / focal, candidate)) continue
      this.depth = at
      hit = plane
      material.r = candidate.r
      material.g = candidate.g
      material.b = candidate.b
      material.gloss = candidate.gloss
    }
    this.isGround = hit === undefined && groundDepth < FAR
    normal.x = hit?.normal[0] ?? 0
    normal.y = hit?.normal[1] ?? 1
    normal.z = hit?.normal[2] ?? 0
    if (!this.isGround) return
    const grain =
      (groundDepth / focal) * Math.min(6, Math.sqrt(rx * rx + ry * ry + rz * rz) / Math.max(0.05, -ry) / 1.6)
    this.#ground(rx * groundDepth, rz * groundDepth, grain, material)
  }
}

/** The positions of the samples in a pixel. The first two are on a diagonal, so that they differ at most edges that cross the pixel. */
const OFFSETS = [
  [0.25, 0.25],
  [0.75, 0.75],
  [0.75, 0.25],
  [0.25, 0.75],
] as const

/** If the first two samples differ by less than this (in linear light, summed over the colours), the pixel needs no more samples. */
const ALIKE = 0.06

/** Draws the ground, the walls and the sky of a layout, with two rays per pixel, or four rays if the first two differ. */
export function castBackground(canvas: Canvas, camera: Camera, light: Light, layout: Layout): void {
  const caster = new Caster(camera, layout)
  const sample = new Float32Array(3)
  const v = { x: 0, y: 0, z: 0 }
  const halfDiagonal = Math.hypot(camera.width, camera.height) / 2
  const sin = Math.sin(camera.pitch)
  const cos = Math.cos(camera.pitch)
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const sum = { r: 0, g: 0, b: 0 }
      let taken = 0
      let difference = 0
      let nearest = Number.POSITIVE_INFINITY
      let groundSamples = 0
      for (const [sx, sy] of OFFSETS) {
        if (taken === 2 && difference < ALIKE) break
        const px = x + sx - camera.width / 2
        const py = camera.height / 2 - y - sy
        const rise = py / camera.focal
        const rx = px / camera.focal
        const ry = rise * cos - sin
        const rz = rise * sin + cos
        caster.cast(rx, ry, rz)
        if (caster.depth < FAR) {
          const length = Math.sqrt(rx * rx + ry * ry + rz * rz)
          v.x = rx / length
          v.y = ry / length
          v.z = rz / length
          const lamp = light.infrared ? lampStrength(caster.depth, Math.hypot(px, py) / halfDiagonal) : 0
          shade(light, caster.material, caster.normal, v, lamp, sample, 0)
          nearest = Math.min(nearest, caster.depth)
          if (caster.isGround) groundSamples++
        } else paintSky(rx, ry, rz, light, sample)
        difference = Math.abs(sum.r - sample[0]!) + Math.abs(sum.g - sample[1]!) + Math.abs(sum.b - sample[2]!)
        sum.r += sample[0]!
        sum.g += sample[1]!
        sum.b += sample[2]!
        taken++
      }
      const index = y * canvas.width + x
      canvas.rgb[index * 3] = toneMap(sum.r / taken)
      canvas.rgb[index * 3 + 1] = toneMap(sum.g / taken)
      canvas.rgb[index * 3 + 2] = toneMap(sum.b / taken)
      canvas.depth[index] = nearest
      canvas.ground[index] = groundSamples * 2 >= taken ? 1 : 0
    }
  }
}
