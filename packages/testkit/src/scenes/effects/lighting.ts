import { smoothstep } from '../geometry/vec.ts'
import { fractalNoise } from '../noise.ts'
import type { Canvas } from '../raster/canvas.ts'

/** Multiplies the whole picture, as auto-exposure and passing clouds do. */
export function applyGain(canvas: Canvas, gain: number): void {
  if (Math.abs(gain - 1) < 1e-3) return
  for (let i = 0; i < canvas.rgb.length; i++) canvas.rgb[i] = canvas.rgb[i]! * gain
}

const CELL = 16

/** Evaluates a gain at the corners of 16-pixel cells and multiplies the picture by it, smoothly in between. */
function applyGainField(canvas: Canvas, gainAt: (x: number, y: number) => number): void {
  const columns = Math.ceil(canvas.width / CELL) + 1
  const rows = Math.ceil(canvas.height / CELL) + 1
  const grid = new Float32Array(columns * rows)
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) grid[r * columns + c] = gainAt(c * CELL, r * CELL)
  for (let y = 0; y < canvas.height; y++) {
    const r = Math.floor(y / CELL)
    const fy = y / CELL - r
    for (let x = 0; x < canvas.width; x++) {
      const c = Math.floor(x / CELL)
      const fx = x / CELL - c
      const i = r * columns + c
      const top = grid[i]! + (grid[i + 1]! - grid[i]!) * fx
      const bottom = grid[i + columns]! + (grid[i + columns + 1]! - grid[i + columns]!) * fx
      const gain = top + (bottom - top) * fy
      const at = (y * canvas.width + x) * 3
      canvas.rgb[at] = canvas.rgb[at]! * gain
      canvas.rgb[at + 1] = canvas.rgb[at + 1]! * gain
      canvas.rgb[at + 2] = canvas.rgb[at + 2]! * gain
    }
  }
}

/** The shadow of a cloud drifting over the place; `drift` in fractions of the picture's width. */
export function drawCloudShadow(canvas: Canvas, drift: number, seed: number): void {
  applyGainField(canvas, (x, y) => {
    // Further away (higher up) the same cloud covers fewer pixels.
    const depth = 1 / (0.25 + y / canvas.height)
    const cover = fractalNoise(((x / canvas.width - 0.5) * depth + drift) * 1.6 + seed, depth * 0.9 + seed, 3)
    return 1 - 0.42 * smoothstep(0.44, 0.58, cover)
  })
}

/** The beams of a car that stays out of sight: two spots sweeping over walls and ground; `sweep` 0…1 from one side to the other. */
export function drawHeadlights(canvas: Canvas, sweep: number, horizon: number, strength: number): void {
  const { width, height } = canvas
  const centre = (-0.1 + 1.2 * sweep) * width
  const spots = [centre - width * 0.07, centre + width * 0.07]
  const wide = width * 0.1
  const glow = (x: number, y: number): number => {
    let sum = 0
    for (const spot of spots) {
      sum += Math.exp(-(((x - spot) / wide) ** 2) - ((y - horizon) / (height * 0.13)) ** 2)
      if (y > horizon) sum += 0.35 * Math.exp(-(((x - spot) / (wide * 1.8)) ** 2) - (y - horizon) / (height * 0.3))
    }
    return sum
  }
  applyGainField(canvas, (x, y) => 1 + strength * 2.4 * glow(x, y))
  const lift = 46 * strength
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const near = Math.min(Math.abs(x - spots[0]!), Math.abs(x - spots[1]!))
      if (near > wide * 2.2 || Math.abs(y - horizon) > height * 0.34) continue
      const add = lift * glow(x, y)
      canvas.rgb[at] = canvas.rgb[at]! + add
      canvas.rgb[at + 1] = canvas.rgb[at + 1]! + add
      canvas.rgb[at + 2] = canvas.rgb[at + 2]! + add * 0.92
    }
  }
}
