import type { Placement } from './raster/draw.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

/** A path over the ground. */
export interface Path {
  /** returns the place and the heading after `time` seconds, and the travelled distance in metres */
  at(time: number): Placement & { travelled: number }
}

/** Half the width that the camera sees at a distance `z`, in metres. */
export const halfWidth = (stage: Stage, z: number): number => (z * stage.camera.width) / 2 / stage.camera.focal

/** The distance in metres at which an object of `metres` height is `pixels` high, counted in a picture of 720 pixels. */
export const distanceFor = (stage: Stage, metres: number, pixels: number): number =>
  (stage.camera.focal * metres) / ((pixels * stage.camera.height) / 720)

/** A straight path through a point that is reached halfway through the scene. */
export function straight(x: number, z: number, heading: number, speed: number, duration: number): Path {
  return {
    at(time) {
      const travelled = speed * (time - duration / 2)
      return {
        x: x + Math.sin(heading) * travelled,
        z: z + Math.cos(heading) * travelled,
        heading,
        travelled: travelled + 1000,
      }
    },
  }
}

/** A curved (quadratic) path from one point to another, with decreasing speed. */
export function bend(
  from: readonly [number, number],
  over: readonly [number, number],
  to: readonly [number, number],
  duration: number,
): Path {
  return {
    at(time) {
      const share = Math.min(1, time / Math.max(duration, 0.1))
      const t = 1 - (1 - share) ** 1.6
      const place = (axis: 0 | 1): number => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * over[axis] + t * t * to[axis]
      const slope = (axis: 0 | 1): number => 2 * (1 - t) * (over[axis] - from[axis]) + 2 * t * (to[axis] - over[axis])
      return {
        x: place(0),
        z: place(1),
        heading: Math.atan2(slope(0), slope(1)),
        travelled: t * Math.hypot(to[0] - from[0], to[1] - from[1]),
      }
    },
  }
}

/** A path across the picture that stays inside the picture for the whole scene. */
export function crossing(stage: Stage, random: Random, z: number, wanted: number, duration: number): Path {
  const room = halfWidth(stage, z) * 1.35
  const speed = Math.min(wanted, room / Math.max(duration, 0.5))
  const direction = random.chance(0.5) ? 1 : -1
  const heading = (direction * Math.PI) / 2 + random.range(0.15, 0.6) * random.pick([-1, 1])
  const slack = Math.max(0, (room - speed * duration) / 2)
  return straight(random.range(-slack, slack), z, heading, speed, duration)
}
