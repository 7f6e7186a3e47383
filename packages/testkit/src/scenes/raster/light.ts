import type { Material } from '../geometry/mesh.ts'
import { normalise } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'

/** The light of a scene. Colours are linear. With `infrared`, the lamp of the camera lights the scene, and the picture is grey. */
export interface Light {
  toSun: Vec3
  sun: Vec3
  sky: Vec3
  ground: Vec3
  infrared: boolean
  /** how dark the shadows on the ground are, 0…1 */
  shadow: number
}

/** Daylight: `cloud` 0 is a clear sky, 1 an overcast one. */
export function daylight(azimuth: number, elevation: number, cloud: number): Light {
  const clear = 1 - cloud
  return {
    toSun: normalise([
      Math.sin(azimuth) * Math.cos(elevation),
      Math.sin(elevation),
      -Math.cos(azimuth) * Math.cos(elevation),
    ]),
    sun: [1.05 * clear + 0.12, 0.98 * clear + 0.12, 0.86 * clear + 0.12],
    sky: [0.5 + 0.32 * cloud, 0.54 + 0.3 * cloud, 0.62 + 0.24 * cloud],
    ground: [0.24, 0.22, 0.19],
    infrared: false,
    shadow: 0.28 + 0.34 * clear,
  }
}

/** The light of the camera's infrared lamp: bright near the axis and near the camera, black far away. */
export function infraredLight(): Light {
  return {
    toSun: [0, 0.1, -1],
    sun: [1, 1, 1],
    sky: [0.05, 0.05, 0.05],
    ground: [0.04, 0.04, 0.04],
    infrared: true,
    shadow: 0.12,
  }
}

/** Strength of the infrared lamp at a distance in metres and an offset from the picture's middle (0 middle … 1 corner). */
export function lampStrength(distance: number, offCentre: number): number {
  const reach = 1 / (0.35 + (distance / 9) ** 2)
  return Math.min(1.25, reach) * (1 - 0.55 * offCentre * offCentre)
}

/**
 * Computes the light from a surface to the eye: sun with a soft edge, sky from above, ground from below, and a mirrored sky if glossy.
 * `nx…nz` is the unit normal, `vx…vz` the unit direction from the eye. Writes linear light into `out` at `at`.
 */
export function shade(
  light: Light,
  material: Material,
  n: { x: number; y: number; z: number },
  v: { x: number; y: number; z: number },
  lamp: number,
  out: Float32Array,
  at: number,
): void {
  let { x: nx, y: ny, z: nz } = n
  const facing = nx * v.x + ny * v.y + nz * v.z
  if (facing > 0) {
    nx = -nx
    ny = -ny
    nz = -nz
  }
  const cosine = Math.abs(facing)
  if (light.infrared) {
    const level = lamp * (0.25 + 0.75 * cosine) + 0.03
    out[at] = material.r * level
    out[at + 1] = material.g * level
    out[at + 2] = material.b * level
    return
  }
  const toSun = nx * light.toSun[0] + ny * light.toSun[1] + nz * light.toSun[2]
  const direct = toSun > 0 ? toSun : 0
  const up = 0.5 + 0.5 * ny
  let r = material.r * (light.sun[0] * direct + light.sky[0] * up + light.ground[0] * (1 - up))
  let g = material.g * (light.sun[1] * direct + light.sky[1] * up + light.ground[1] * (1 - up))
  let b = material.b * (light.sun[2] * direct + light.sky[2] * up + light.ground[2] * (1 - up))
  if (material.gloss > 0) {
    const k = 2 * (nx * v.x + ny * v.y + nz * v.z)
    const rx = v.x - k * nx
    const ry = v.y - k * ny
    const rz = v.z - k * nz
    const fresnel = material.gloss * (0.05 + 0.95 * (1 - cosine) ** 4)
    // The mirrored horizon: bright just above it, dark houses and trees at it, ground below it.
    const mirror = ry > 0.12 ? 0.75 + 0.25 * (1 - ry) : ry > -0.02 ? 0.22 : 0.16 + 0.1 * -ry
    const glint = Math.max(0, rx * light.toSun[0] + ry * light.toSun[1] + rz * light.toSun[2]) ** 60
    const sunGlint = glint * material.gloss * light.sun[0] * 2
    r = r * (1 - fresnel) + mirror * light.sky[0] * 1.3 * fresnel + sunGlint
    g = g * (1 - fresnel) + mirror * light.sky[1] * 1.3 * fresnel + sunGlint
    b = b * (1 - fresnel) + mirror * light.sky[2] * 1.3 * fresnel + sunGlint
  }
  out[at] = r
  out[at + 1] = g
  out[at + 2] = b
}
