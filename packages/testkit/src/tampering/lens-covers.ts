import { smoothstep } from '../scenes/geometry/vec.ts'
import { fractalNoise } from '../scenes/noise.ts'
import type { Canvas } from '../scenes/raster/canvas.ts'
import type { Random } from '../scenes/random.ts'

/** A cover at a place of the picture (0…1): the share of the scene that it hides, and its grey level. */
type Cover = (x: number, y: number) => { alpha: number; level: number }

function lay(canvas: Canvas, tint: readonly [number, number, number], cover: Cover): void {
  const { width, height, rgb } = canvas
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { alpha, level } = cover(x / width, y / height)
      const at = (y * width + x) * 3
      for (const channel of [0, 1, 2] as const)
        rgb[at + channel] = rgb[at + channel]! * (1 - alpha) + level * tint[channel] * alpha
    }
  }
}

/** Draws a cloth over the housing, which hides the whole scene. Its folds are far out of focus. */
export function hangCloth(canvas: Canvas, random: Random): void {
  const [seed, light] = [random.range(0, 100), random.range(35, 130)]
  lay(canvas, [1, 0.97, 0.9], (x, y) => ({
    alpha: 1,
    level: light + 30 * (fractalNoise(x * 2.5 + seed, y * 0.9 + seed, 2) - 0.5),
  }))
}

/** Draws spray paint: a milky spot over most of the glass, thinner towards its edge, with runs. */
export function sprayPaint(canvas: Canvas, random: Random): void {
  const [seed, light] = [random.range(0, 100), random.range(90, 200)]
  const [centreX, centreY] = [random.range(0.42, 0.58), random.range(0.42, 0.58)]
  lay(canvas, [1, 1, 1], (x, y) => {
    const reach = Math.hypot((x - centreX) * 1.25, (y - centreY) * 1.1)
    const ragged = reach + 0.18 * (fractalNoise(x * 6 + seed, y * 6 + seed, 3) - 0.5)
    return {
      alpha: 0.98 * (1 - smoothstep(0.5, 0.72, ragged)),
      level: light + 20 * (fractalNoise(x * 4 + seed, y * 3, 2) - 0.5),
    }
  })
}

/**
 * Draws a hand in front of the lens: four broad fingers with soft edges from one side. The scene is visible between and
 * beside them.
 */
export function holdHand(canvas: Canvas, random: Random): void {
  const [seed, light] = [random.range(0, 100), random.range(40, 110)]
  const isLeft = random.chance(0.5)
  lay(canvas, [1, 0.78, 0.68], (x, y) => {
    const along = isLeft ? x : 1 - x
    const finger = Math.abs(((y * 4 + 0.2 * along) % 1) - 0.5)
    const alpha = (1 - smoothstep(0.44, 0.52, finger)) * (1 - smoothstep(0.82, 0.95, along))
    return { alpha, level: light + 18 * (fractalNoise(x * 2 + seed, y * 5, 2) - 0.5) - 14 * finger }
  })
}
