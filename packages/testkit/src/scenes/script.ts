import { createCarLook } from './figures/car-shapes.ts'
import { buildCar } from './figures/car.ts'
import { buildCat, createCoat } from './figures/cat.ts'
import { createOutfit } from './figures/clothes.ts'
import { buildCyclist } from './figures/cyclist.ts'
import { buildPerson } from './figures/person.ts'
import { runningPose, STANCES, standingPose, walkingPose } from './figures/pose.ts'
import { linear } from './geometry/vec.ts'
import type { Vec3 } from './geometry/vec.ts'
import type { Mesh } from './geometry/mesh.ts'
import type { SceneClass, SceneKind } from './kinds.ts'
import type { Placement } from './raster/draw.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

/** Somebody or something of the scene at a moment. */
export interface Actor {
  class: SceneClass
  meshes: Mesh[]
  placement: Placement
}

/** What happens: the actors `time` seconds after the first frame. */
export type Script = (time: number) => Actor[]

interface Path {
  /** place and heading after `time` seconds, and the metres travelled */
  at(time: number): Placement & { travelled: number }
}

/** Half of what the camera sees at a distance, metres. */
const halfWidth = (stage: Stage, z: number): number => (z * stage.camera.width) / 2 / stage.camera.focal

/** Distance at which something `metres` high is `pixels` high. */
const distanceFor = (stage: Stage, metres: number, pixels: number): number =>
  (stage.camera.focal * metres) / ((pixels * stage.camera.height) / 720)

/** A straight way through a middle point, reached halfway through the scene. */
function straight(x: number, z: number, heading: number, speed: number, duration: number): Path {
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

/** A quadratic bend from one point to another, slowing down towards its end. */
function bend(
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

/** A way across the picture that stays in it for the whole scene. */
function crossing(stage: Stage, random: Random, z: number, wanted: number, duration: number): Path {
  const room = halfWidth(stage, z) * 1.35
  const speed = Math.min(wanted, room / Math.max(duration, 0.5))
  const direction = random.chance(0.5) ? 1 : -1
  const heading = (direction * Math.PI) / 2 + random.range(0.15, 0.6) * random.pick([-1, 1])
  const slack = Math.max(0, (room - speed * duration) / 2)
  return straight(random.range(-slack, slack), z, heading, speed, duration)
}

const FRAMES: readonly Vec3[] = [linear('#8c1f1c'), linear('#1c3f70'), linear('#2c2d30'), linear('#cfcfc8')]

/** Prepares what happens in a scene of a kind; the same random source gives the same story. */
export function writeScript(kind: SceneKind, stage: Stage, random: Random, duration: number): Script {
  const far = 14.5
  const between = (low: number, high: number): number =>
    Math.min(far, Math.max(stage.nearest + 0.35, distanceFor(stage, 1.75, random.range(low, high))))
  const person = (z: number, wanted: number, pose: 'walk' | 'run', path?: Path): Script => {
    const outfit = createOutfit(random.fork('outfit'))
    const way = path ?? crossing(stage, random, z, wanted, duration)
    const stride = pose === 'walk' ? 1.45 : 2.5
    return (time) => {
      const placement = way.at(time)
      const phase = (placement.travelled / (stride * outfit.tall)) % 1
      const meshes = buildPerson(outfit, pose === 'walk' ? walkingPose(phase) : runningPose(phase), 3)
      return [{ class: 'person', meshes, placement: { ...placement, scale: outfit.tall } }]
    }
  }
  switch (kind) {
    case 'person-walking':
      return person(between(170, 335), random.range(1.1, 1.5), 'walk')
    case 'person-standing': {
      const outfit = createOutfit(random.fork('outfit'))
      const z = between(180, 340)
      const x = random.range(-0.55, 0.55) * halfWidth(stage, z)
      // Towards the camera or away from it, at an angle; from the very side an upright figure is a post.
      const heading = random.pick([0, Math.PI]) + random.range(-1, 1)
      const restless = random.next()
      const stance = random.pick(STANCES)
      return (time) => [
        {
          class: 'person',
          meshes: buildPerson(outfit, standingPose(stance, restless + time * 0.12), 3),
          placement: { x, z, heading: heading + 0.15 * Math.sin(time * 0.7), scale: outfit.tall },
        },
      ]
    }
    case 'person-running-away': {
      const speed = Math.min(2.8, 4.5 / Math.max(duration, 0.5))
      const heading = random.range(-0.5, 0.5)
      const z = far - (speed * duration) / 2
      const x = random.range(-0.4, 0.4) * halfWidth(stage, z)
      return person(z, speed, 'run', straight(x, z, heading, speed, duration))
    }
    case 'cyclist': {
      const outfit = createOutfit(random.fork('outfit'))
      const frame = random.pick(FRAMES)
      const way = crossing(stage, random, between(130, 250), random.range(2.5, 4), duration)
      return (time) => {
        const placement = way.at(time)
        return [{ class: 'cycle', meshes: buildCyclist(outfit, placement.travelled, frame, 3), placement }]
      }
    }
    case 'cat': {
      const coat = createCoat(random)
      const z = random.range(Math.max(4.2, stage.nearest + 0.4), 7)
      const way = crossing(stage, random, z, 0.8, duration)
      return (time) => {
        const placement = way.at(time)
        return [{ class: 'animal', meshes: buildCat(coat, (placement.travelled / 0.5) % 1), placement }]
      }
    }
    case 'parked-car': {
      const look = createCarLook(random.fork('car'))
      const z = random.range(8, 11.5)
      const placement = {
        x: random.range(-0.45, 0.45) * halfWidth(stage, z),
        z,
        heading: random.pick([0, Math.PI, Math.PI / 2, -Math.PI / 2] as const) + random.range(-0.25, 0.25),
      }
      return () => [{ class: 'vehicle', meshes: buildCar(look, 0), placement }]
    }
    case 'car-passing': {
      const look = createCarLook(random.fork('car'), stage.night)
      const z = random.range(8.5, 11)
      const room = halfWidth(stage, z) * 1.5
      const speed = Math.min(7, room / Math.max(duration, 0.5))
      const heading = random.chance(0.5) ? Math.PI / 2 : -Math.PI / 2
      const way = straight(random.range(-0.5, 0.5), z, heading + random.range(-0.08, 0.08), speed, duration)
      return (time) => {
        const placement = way.at(time)
        return [{ class: 'vehicle', meshes: buildCar(look, placement.travelled), placement }]
      }
    }
    case 'car-arriving': {
      const look = createCarLook(random.fork('car'), stage.night)
      const side = random.chance(0.5) ? 1 : -1
      const end = random.range(6.8, 8)
      const way = bend(
        [side * halfWidth(stage, 12) * 0.85, 12.5],
        [side * random.range(2, 3), 9.5],
        [side * random.range(-1.6, -0.4), end],
        Math.max(duration, 1),
      )
      return (time) => {
        const placement = way.at(time)
        return [{ class: 'vehicle', meshes: buildCar(look, placement.travelled), placement }]
      }
    }
    default:
      return () => []
  }
}
