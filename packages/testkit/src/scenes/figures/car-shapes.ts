import { linear } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Random } from '../random.ts'

/** Body shapes by their side view. Stations run from the tail (negative) to the nose, metres. */
export interface CarShape {
  /** z, sill height, top of the lower body, half width */
  body: readonly (readonly [z: number, sill: number, top: number, half: number])[]
  /** z, roof height, half width of the roof; the first and last sit on the lower body */
  cabin: readonly (readonly [z: number, roof: number, half: number])[]
  pillars: readonly number[]
  belt: number
  /** height of the headlights */
  nose: number
}

const NOSE: CarShape['body'] = [
  [0.9, 0.2, 0.93, 0.88],
  [1.4, 0.21, 0.87, 0.87],
  [1.85, 0.23, 0.77, 0.83],
  [2.04, 0.26, 0.7, 0.77],
  [2.14, 0.32, 0.62, 0.68],
  [2.17, 0.4, 0.52, 0.6],
]

export const CAR_SHAPES: Record<'hatch' | 'saloon' | 'suv', CarShape> = {
  hatch: {
    body: [
      [-2.0, 0.42, 0.7, 0.62],
      [-1.96, 0.3, 0.88, 0.78],
      [-1.8, 0.24, 0.95, 0.84],
      [-1, 0.2, 0.97, 0.88],
      [0, 0.2, 0.95, 0.89],
      ...NOSE,
    ],
    cabin: [
      [-1.88, 0.95, 0.72],
      [-1.55, 1.3, 0.62],
      [-1.15, 1.43, 0.6],
      [-0.3, 1.47, 0.6],
      [0.25, 1.42, 0.6],
      [0.5, 1.3, 0.62],
      [1.1, 0.92, 0.74],
    ],
    pillars: [-0.2, -1.2],
    belt: 0.96,
    nose: 0.63,
  },
  saloon: {
    body: [
      [-2.3, 0.45, 0.7, 0.62],
      [-2.26, 0.32, 0.9, 0.76],
      [-2.05, 0.25, 0.98, 0.83],
      [-1.1, 0.2, 0.97, 0.88],
      [0, 0.2, 0.95, 0.89],
      ...NOSE,
    ],
    cabin: [
      [-1.75, 0.97, 0.74],
      [-1.2, 1.3, 0.62],
      [-0.8, 1.4, 0.6],
      [-0.2, 1.43, 0.6],
      [0.3, 1.39, 0.6],
      [0.55, 1.27, 0.62],
      [1.15, 0.92, 0.74],
    ],
    pillars: [-0.15, -1.05],
    belt: 0.96,
    nose: 0.63,
  },
  suv: {
    body: [
      [-2.15, 0.5, 0.85, 0.68],
      [-2.12, 0.38, 1.0, 0.82],
      [-1.95, 0.3, 1.06, 0.88],
      [-1, 0.28, 1.06, 0.92],
      [0, 0.28, 1.05, 0.92],
      [0.9, 0.28, 1.04, 0.91],
      [1.4, 0.29, 1.0, 0.9],
      [1.9, 0.32, 0.93, 0.86],
      [2.1, 0.36, 0.84, 0.78],
      [2.18, 0.44, 0.7, 0.68],
    ],
    cabin: [
      [-2.05, 1.06, 0.76],
      [-1.85, 1.45, 0.68],
      [-1.5, 1.62, 0.65],
      [-0.4, 1.66, 0.65],
      [0.3, 1.6, 0.65],
      [0.55, 1.48, 0.66],
      [1.1, 1.04, 0.78],
    ],
    pillars: [-0.2, -1.15],
    belt: 1.07,
    nose: 0.78,
  },
}

/** The appearance of a car, which is the same in every frame of a scene. */
export interface CarLook {
  shape: keyof typeof CAR_SHAPES
  colour: Vec3
  lightsOn: boolean
}

const COLOURS = ['#a8acb0', '#1b1d21', '#e3e4e2', '#7d1f1e', '#21406b', '#5b6064', '#33493d', '#b9b29c'].map(linear)

/** Creates the appearance of an ordinary car. The same random source gives the same car. */
export function createCarLook(random: Random, lightsOn = false): CarLook {
  return { shape: random.pick(['hatch', 'saloon', 'suv'] as const), colour: random.pick(COLOURS), lightsOn }
}
