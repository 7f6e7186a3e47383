import type { Script } from './actors.ts'
import { createCarLook } from './figures/car-shapes.ts'
import { buildCar } from './figures/car.ts'
import { buildCat, createCoat } from './figures/cat.ts'
import { createOutfit } from './figures/clothes.ts'
import { buildCyclist } from './figures/cyclist.ts'
import { buildCurtain, createCurtain } from './figures/curtain.ts'
import { buildFlag, createFlag } from './figures/flag.ts'
import { linear } from './geometry/vec.ts'
import type { Vec3 } from './geometry/vec.ts'
import type { PersonKind, SceneKind } from './kinds.ts'
import { bend, crossing, distanceFor, halfWidth, straight } from './paths.ts'
import { writePerson, writeStatue } from './people.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

const FRAMES: readonly Vec3[] = [linear('#8c1f1c'), linear('#1c3f70'), linear('#2c2d30'), linear('#cfcfc8')]

const isPerson = (kind: SceneKind): kind is PersonKind => kind.startsWith('person-')

/** Prepares the events of a scene of a kind. The same random source gives the same events. */
export function writeScript(kind: SceneKind, stage: Stage, random: Random, duration: number): Script {
  if (isPerson(kind)) return writePerson(kind, stage, random, duration)
  switch (kind) {
    case 'statue':
      return writeStatue(stage, random)
    case 'cyclist': {
      const outfit = createOutfit(random.fork('outfit'))
      const frame = random.pick(FRAMES)
      const far = Math.min(14.5, Math.max(stage.nearest + 0.35, distanceFor(stage, 1.75, random.range(130, 250))))
      const way = crossing(stage, random, far, random.range(2.5, 4), duration)
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
    case 'flag': {
      const look = createFlag(random.fork('flag'))
      const z = random.range(6.5, 12)
      const placement = { x: random.range(-0.7, 0.6) * halfWidth(stage, z), z, heading: random.range(-0.6, 0.6) }
      const wind = random.range(0.5, 1)
      const start = random.fork('gust').range(0, 20)
      return (time) => [{ meshes: buildFlag(look, start + time, wind), placement }]
    }
    case 'curtain': {
      const look = createCurtain(random.fork('curtain'))
      const z = random.range(5.5, 9)
      const placement = { x: random.range(-0.6, 0.6) * halfWidth(stage, z), z, heading: random.range(-0.4, 0.4) }
      const start = random.fork('draught').range(0, 20)
      return (time) => [{ meshes: buildCurtain(look, start + time), placement }]
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
