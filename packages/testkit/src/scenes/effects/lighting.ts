import { smoothstep } from '../geometry/vec.ts'
import { fractalNoise } from '../noise.ts'
import type { Canvas } from '../raster/canvas.ts'

/** Multiplies the whole picture, as auto-exposure and passing clouds do. */
export function applyGain(canvas: Canvas, gain: number): void {
  if (Math.abs(gain - 1) < 1e-3) return
  for (let i = 0; i < canvas.rgb.length; i++) canvas.rgb[i] = canvas.rgb[i]! * gain
}

const CELL = 16

/** Computes a gain at the corners of 16-pixel cells, and multiplies the picture by it, interpolated between the corners. */
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

/** Draws the shadow of a cloud that moves over the place. `drift` is its movement, as a fraction of the picture's width. */
export function drawCloudShadow(canvas: Canvas, drift: number, seed: number): void {
  applyGainField(canvas, (x, y) => {
    // Further away (higher up) the same cloud covers fewer pixels.
    const depth = 1 / (0.25 + y / canvas.height)
    const cover = fractalNoise(((x / canvas.width - 0.5) * depth + drift) * 1.6 + seed, depth * 0.9 + seed, 3)
    return 1 - 0.42 * smoothstep(0.44, 0.58, cover)
  })
}

/** The beams of a car that is not visible itself. They are the same in all frames of a scene. */
export interface Beams {
  /** The y of the middle of the two spots, in pixels. */
  y: number
  /** Half the width and half the height of a spot, and half the distance of the two, as shares of the picture's width and height. */
  wide: number
  high: number
  apart: number
  strength: number
}

/** Draws two spots of light that move over walls and ground. `sweep` is 0 at one side and 1 at the other. */
export function drawHeadlights(canvas: Canvas, sweep: number, beams: Beams): void {
  const { width, height } = canvas
  const centre = (-0.1 + 1.2 * sweep) * width
  const spots = [centre - width * beams.apart, centre + width * beams.apart]
  const wide = width * beams.wide
  const high = height * beams.high
  const glow = (x: number, y: number): number => {
    let sum = 0
    for (const spot of spots) {
      sum += Math.exp(-(((x - spot) / wide) ** 2) - ((y - beams.y) / high) ** 2)
      if (y > beams.y) sum += 0.35 * Math.exp(-(((x - spot) / (wide * 1.8)) ** 2) - (y - beams.y) / (high * 2.3))
    }
    return sum
  }
  applyGainField(canvas, (x, y) => 1 + beams.strength * 2.4 * glow(x, y))
  const lift = 46 * beams.strength
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const near = Math.min(Math.abs(x - spots[0]!), Math.abs(x - spots[1]!))
      if (near > wide * 2.2 || Math.abs(y - beams.y) > high * 2.6) continue
      const add = lift * glow(x, y)
      canvas.rgb[at] = canvas.rgb[at]! + add
      canvas.rgb[at + 1] = canvas.rgb[at + 1]! + add
      canvas.rgb[at + 2] = canvas.rgb[at + 2]! + add * 0.92
    }
  }
}

/** Draws the light of a lamp: brightest around it, and a little in the whole picture. Place and reach are shares of the picture's size. */
export function drawLamp(canvas: Canvas, lamp: { x: number; y: number; reach: number }, strength: number): void {
  const { width, height } = canvas
  applyGainField(canvas, (x, y) => {
    const far = ((x / width - lamp.x) / lamp.reach) ** 2 + ((y / height - lamp.y) / lamp.reach) ** 2
    return 1 + strength * (0.12 + Math.exp(-far))
  })
}

/** Makes a picture darker and bluer, as at dusk. `dusk` is 0 by day and 1 just before the camera changes to infrared. */
export function applyDusk(canvas: Canvas, dusk: number): void {
  const { rgb } = canvas
  const [red, green, blue] = [1 - 0.72 * dusk, 1 - 0.66 * dusk, 1 - 0.55 * dusk]
  for (let i = 0; i < rgb.length; i += 3) {
    rgb[i] = rgb[i]! * red
    rgb[i + 1] = rgb[i + 1]! * green
    rgb[i + 2] = rgb[i + 2]! * blue
  }
}
