import type { Material, Paint } from '../geometry/mesh.ts'
import type { Vec3 } from '../geometry/vec.ts'
import { fractalNoise } from '../noise.ts'

/** Writes a colour, multiplied by a brightness, into a material. */
export function put(out: Material, colour: Vec3, level = 1, gloss = 0): void {
  out.r = colour[0] * level
  out.g = colour[1] * level
  out.b = colour[2] * level
  out.gloss = gloss
}

/** One plain colour. */
export const plain =
  (colour: Vec3, gloss = 0): Paint =>
  (_u, _v, _w, out) =>
    put(out, colour, 1, gloss)

/** The paint of cloth over a {@link tube}, with soft folds across and a seam at each side. `seed` changes the position of the folds. */
export const cloth =
  (colour: Vec3, seed: number, folds = 1): Paint =>
  (angle, along, _ring, out) => {
    const crease = fractalNoise(Math.cos(angle) * 1.3 + seed, along * 13 + Math.sin(angle) * 1.6, 2)
    put(out, colour, 1 + folds * (crease - 0.5) * 0.75)
  }
