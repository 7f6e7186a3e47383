import type { Actor, Script } from './actors.ts'
import { createOutfit } from './figures/clothes.ts'
import { plain } from './figures/paints.ts'
import { buildPerson } from './figures/person.ts'
import { crouchingPose, STANCES, standingPose, walkingPose } from './figures/pose.ts'
import { project } from './geometry/camera.ts'
import { box, type Mesh } from './geometry/mesh.ts'
import { linear } from './geometry/vec.ts'
import { halfWidth, straight } from './paths.ts'
import { createRandom, type Random } from './random.ts'
import { renderScene, type SceneFrame, type SceneOptions } from './render-scene.ts'
import { getStage, type Stage } from './stage.ts'

/** Scenes for advanced rules: each thing that a rule looks for, and what looks like it. */
export const RULE_SCENES = [
  'crowd',
  'two-people',
  'lying',
  'standing',
  'crouching',
  'falling',
  'climbing',
  'before-fence',
  'bag-left',
  'bag-with-owner',
  'door-free',
  'door-blocked',
  'door-passed',
] as const
export type RuleSceneKind = (typeof RULE_SCENES)[number]

/** A drawn scene, and the area that a rule of it would watch, in 0–1 coordinates. */
export interface RuleScene {
  frames: SceneFrame[]
  zone: [number, number][]
}

const FENCE = { height: 1.9, half: 2.2 }
const DOOR = { height: 2, half: 0.55 }
const DETAIL = 3

/** Tilts a standing figure to its back: 0 upright, 1 lying. */
function tilted(meshes: readonly Mesh[], share: number): Mesh[] {
  const angle = (share * Math.PI) / 2
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const turn = (values: readonly number[], lift: number): number[] =>
    values.map((value, at) => {
      const y = values[at - (at % 3) + 1] ?? 0
      const z = values[at - (at % 3) + 2] ?? 0
      if (at % 3 === 1) return y * cos + z * sin + lift
      return at % 3 === 2 ? z * cos - y * sin : value
    })
  return meshes.map((mesh) => ({
    ...mesh,
    positions: turn(mesh.positions, 0.14 * share),
    normals: turn(mesh.normals, 0),
  }))
}

const crate = (colour: string, half: number, height: number): Mesh =>
  box(plain(linear(colour)), [-half, 0, -half], [half, height, half])

/** A rucksack: a body with a pocket. */
const rucksack = (): Mesh[] => [
  box(plain(linear('#1d2a44')), [-0.19, 0, -0.13], [0.19, 0.5, 0.13]),
  box(plain(linear('#2c3d5e')), [-0.15, 0.05, 0.13], [0.15, 0.26, 0.2]),
]

interface Spot {
  x: number
  z: number
}

function somebody(random: Random, { x, z }: Spot, duration: number): Script {
  const outfit = createOutfit(random.fork('outfit'))
  const way = straight(x, z, random.pick([-1, 1]) * random.range(1.2, 1.9), random.range(0.1, 0.4), duration)
  return (time) => {
    const placement = way.at(time)
    return [
      {
        class: 'person',
        meshes: buildPerson(outfit, walkingPose((placement.travelled / 1.45) % 1), DETAIL),
        placement: { ...placement, scale: outfit.tall },
      },
    ]
  }
}

const together =
  (scripts: readonly Script[]): Script =>
  (time) =>
    scripts.flatMap((script) => script(time))

/** Somebody at a place, whose tilt and height above the ground change with the time. */
function still(
  random: Random,
  { x, z }: Spot,
  change: { tilt?: (time: number) => number; up?: number; crouches?: boolean },
): Script {
  const outfit = { ...createOutfit(random.fork('outfit')), bag: 'none' as const }
  const stance = random.pick(STANCES)
  const heading = random.pick([-1, 1]) * (Math.PI / 2 + random.range(-0.35, 0.35))
  const restless = random.next()
  return (time): Actor[] => {
    const tilt = change.tilt?.(time) ?? 0
    const pose = change.crouches ? crouchingPose(restless + time * 0.3) : standingPose(stance, restless + time * 0.12)
    return [
      {
        class: 'person',
        meshes: tilted(buildPerson(outfit, pose, DETAIL), tilt),
        placement: { x, z, y: change.up ?? 0, heading, scale: outfit.tall },
      },
    ]
  }
}

const thing =
  (meshes: Mesh[], { x, z }: Spot): Script =>
  () => [{ meshes, placement: { x, z, heading: 0.3 } }]

function scriptOf(
  kind: RuleSceneKind,
  random: Random,
  moment: Random,
  { spot, duration }: { spot: Spot; duration: number },
): Script {
  const { x, z } = spot
  const people = (count: number) =>
    together(
      Array.from({ length: count }, (_, index) =>
        somebody(
          random.fork(`person ${index}`),
          { x: x + (index - (count - 1) / 2) * 1.15, z: z + (index % 2) * 1.1 },
          duration,
        ),
      ),
    )
  const fence: Script = () => [
    {
      meshes: [box(plain(linear('#5b5f58')), [-FENCE.half, 0, 0], [FENCE.half, FENCE.height, 0.06])],
      placement: { x, z: z + 0.3, heading: 0 },
    },
  ]
  switch (kind) {
    case 'crowd':
      return people(5)
    case 'two-people':
      return people(2)
    case 'lying':
      return still(random, spot, { tilt: () => 1 })
    case 'falling':
      return still(random, spot, {
        tilt: (time) => Math.min(1, Math.max(0, time / Math.max(duration, 0.1) - 0.34) * 3),
      })
    case 'crouching':
      return still(random, spot, { crouches: true })
    case 'climbing':
      return together([fence, still(random, spot, { up: moment.range(0.6, 1.1) })])
    case 'before-fence':
      return together([fence, still(random, { x, z: z - 0.8 }, {})])
    case 'bag-left':
      return thing(rucksack(), spot)
    case 'bag-with-owner':
      return together([thing(rucksack(), spot), still(random, { x: x + 0.7, z }, {})])
    case 'door-blocked':
      return thing([crate('#8a6a3c', 0.45, 0.95)], { x, z: z - 0.6 })
    case 'door-passed':
      return somebody(moment, { x, z: z - 0.8 }, duration)
    case 'door-free':
      return () => []
    default:
      return still(random, spot, {})
  }
}

/** The area of an upright face at a place: of the fence, above the ground; else of the door. */
function faceOf(kind: RuleSceneKind, stage: Stage, { x, z }: Spot): [number, number][] {
  const isFence = kind === 'climbing' || kind === 'before-fence'
  const { half, height } = isFence ? FENCE : DOOR
  const low = isFence ? 0.25 : 0
  const { camera } = stage
  return [
    [-half, height],
    [half, height],
    [half, low],
    [-half, low],
  ].map(([across = 0, up = 0]): [number, number] => {
    const at = project(camera, [x + across, up, z])
    const within = (share: number) => Math.min(1, Math.max(0, share))
    return [within(at.x / camera.width), within(at.y / camera.height)]
  })
}

/**
 * Draws a scene for an advanced rule. Alarms of one camera and seed show the same place and people; `take` is another alarm of it, in other
 * light where `sky` differs.
 */
export async function renderRuleScene(
  kind: RuleSceneKind,
  options: Pick<SceneOptions, 'seed' | 'camera' | 'frames' | 'intervalMs' | 'take' | 'sky'>,
): Promise<RuleScene> {
  const { seed, camera = 1, frames = 3, intervalMs = 1000, take = 0 } = options
  const stage = getStage(camera, 1280, 720, false, options.sky)
  const random = createRandom(`rule ${seed} ${camera}`)
  const z = random.range(Math.max(5, stage.nearest + 1.2), 7.5)
  const spot = { x: random.range(-0.35, 0.35) * halfWidth(stage, z), z }
  const duration = ((frames - 1) * intervalMs) / 1000
  const script = scriptOf(kind, random.fork('script'), random.fork(`take ${take}`), { spot, duration })
  return {
    frames: await renderScene({ ...options, kind: 'empty', frames, intervalMs, camera, script }),
    zone: faceOf(kind, stage, spot),
  }
}
