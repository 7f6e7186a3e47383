import type { Actor, Script } from './actors.ts'
import { createOutfit, inInfrared } from './figures/clothes.ts'
import type { Outfit } from './figures/clothes.ts'
import { buildPerson } from './figures/person.ts'
import { crouchingPose, runningPose, STANCES, standingPose, walkingPose } from './figures/pose.ts'
import { linear } from './geometry/vec.ts'
import type { PersonKind } from './kinds.ts'
import { crossing, distanceFor, halfWidth, straight } from './paths.ts'
import type { Path } from './paths.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

/** The largest distance in metres at which the ground is free at every place. */
const FAR = 14.5
const STRIDE = { walk: 1.45, run: 2.5 } as const

function between(stage: Stage, random: Random, low: number, high: number): number {
  return Math.min(FAR, Math.max(stage.nearest + 0.35, distanceFor(stage, 1.75, random.range(low, high))))
}

function dress(stage: Stage, random: Random): Outfit {
  const outfit = createOutfit(random.fork('outfit'))
  return stage.night ? inInfrared(outfit, random.fork('infrared')) : outfit
}

function going(stage: Stage, random: Random, pose: keyof typeof STRIDE, way: Path): Script {
  const outfit = dress(stage, random)
  return (time) => {
    const placement = way.at(time)
    const phase = (placement.travelled / (STRIDE[pose] * outfit.tall)) % 1
    const meshes = buildPerson(outfit, pose === 'walk' ? walkingPose(phase) : runningPose(phase), 3)
    return [{ class: 'person', meshes, placement: { ...placement, scale: outfit.tall } }]
  }
}

/** A person who stands and looks roughly towards the camera or away from it. Exactly from the side, the figure would look like a post. */
function standing(stage: Stage, random: Random): Script {
  const outfit = dress(stage, random)
  const z = between(stage, random, 180, 340)
  const x = random.range(-0.55, 0.55) * halfWidth(stage, z)
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

function crouching(stage: Stage, random: Random): Script {
  const outfit = dress(stage, random)
  const z = between(stage, random, 200, 340)
  const x = random.range(-0.5, 0.5) * halfWidth(stage, z)
  const heading = random.pick([-1, 1]) * random.range(0.5, 2.4)
  const busy = random.next()
  return (time) => [
    {
      class: 'person',
      meshes: buildPerson(outfit, crouchingPose(busy + time * 0.3), 3),
      placement: { x, z, heading, scale: outfit.tall },
    },
  ]
}

/** Prepares the movements of a person. The same random source gives the same person and the same path. */
export function writePerson(kind: PersonKind, stage: Stage, random: Random, duration: number): Script {
  const across = (low: number, high: number, slow: number, fast: number): Path => {
    const z = between(stage, random, low, high)
    return crossing(stage, random, z, random.range(slow, fast), duration)
  }
  switch (kind) {
    case 'person-walking':
      return going(stage, random, 'walk', across(170, 335, 1.1, 1.5))
    case 'person-distant':
      return going(stage, random, 'walk', across(80, 150, 1.1, 1.5))
    case 'person-running':
      return going(stage, random, 'run', across(120, 300, 2.4, 3.4))
    case 'person-approaching': {
      const speed = Math.min(1.4, 5 / Math.max(duration, 0.5))
      const heading = Math.PI + random.range(-0.5, 0.5)
      const z = between(stage, random, 110, 260) + (speed * duration) / 2
      const x = random.range(-0.45, 0.45) * halfWidth(stage, z)
      return going(stage, random, 'walk', straight(x, Math.min(FAR, z), heading, speed, duration))
    }
    case 'person-running-away': {
      const speed = Math.min(2.8, 4.5 / Math.max(duration, 0.5))
      const heading = random.range(-0.5, 0.5)
      const z = FAR - (speed * duration) / 2
      const x = random.range(-0.4, 0.4) * halfWidth(stage, z)
      return going(stage, random, 'run', straight(x, z, heading, speed, duration))
    }
    case 'person-crouching':
      return crouching(stage, random)
    default:
      return standing(stage, random)
  }
}

const STONE = linear('#a8a49a')

/** A stone figure or a clothed dummy that never moves. Cameras mistake it for a person. */
export function writeStatue(stage: Stage, random: Random): Script {
  const dressed = dress(stage, random)
  const stone = {
    ...dressed,
    skin: STONE,
    hair: STONE,
    top: STONE,
    trousers: STONE,
    shoes: STONE,
    bag: 'none' as const,
    topStyle: 'plain' as const,
  }
  const z = between(stage, random, 190, 300)
  const actor: Actor = {
    meshes: buildPerson(random.chance(0.5) ? stone : dressed, standingPose(random.pick(STANCES), random.next()), 3),
    placement: { x: random.range(-0.5, 0.5) * halfWidth(stage, z), z, heading: Math.PI + random.range(-0.7, 0.7) },
  }
  return () => [actor]
}
