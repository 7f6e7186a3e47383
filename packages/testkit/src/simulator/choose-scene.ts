import { createRandom, SCENE_KINDS, TRUTH } from '../scenes/index.ts'
import type { Random, SceneKind } from '../scenes/index.ts'
import type { CameraTarget } from './targets.ts'

/** How often each false kind occurs, relative to the others: wind and weather are the most frequent, as in practice. */
const WEIGHTS: Partial<Record<SceneKind, number>> = {
  empty: 2,
  wind: 4,
  rain: 3,
  shadow: 3,
  'parked-car': 2,
  spider: 2,
  cat: 2,
  snow: 1,
}

/** The scenes that a new user should see first, each with its time in seconds after the start. */
const OPENING: readonly (readonly [second: number, kind: SceneKind])[] = [
  [0, 'wind'],
  [3, 'person-walking'],
  [7, 'rain'],
  [11, 'car-arriving'],
  [15, 'shadow'],
  [20, 'parked-car'],
  [26, 'empty'],
]

/** One planned alarm. */
export interface PlannedAlarm {
  camera: CameraTarget
  kind: SceneKind
  seed: number
  /** milliseconds after the start */
  at: number
}

/** Whether a camera is in the dark and uses infrared. By default, every fifth camera does. */
export const isNightCamera = (camera: CameraTarget): boolean => camera.night ?? camera.seed % 5 === 0

const sees = (camera: CameraTarget, kind: SceneKind): boolean => {
  if (camera.kinds) return camera.kinds.includes(kind)
  // A statue is in every alarm of its camera or in none, and few cameras look at curtains or lamps: only those that name them.
  if (kind === 'statue' || kind === 'curtain' || kind === 'lights') return false
  return isNightCamera(camera) ? kind !== 'shadow' : kind !== 'headlights'
}

function pickKind(random: Random, allowed: readonly SceneKind[]): SceneKind {
  const wantTrue = random.chance(0.1)
  const fitting = allowed.filter((kind) => TRUTH[kind] === wantTrue)
  const from = fitting.length > 0 ? fitting : allowed
  const weighted = from.flatMap((kind) => Array.from({ length: WEIGHTS[kind] ?? 1 }, () => kind))
  return random.pick(weighted)
}

/** The least time between two alarms of one camera, in milliseconds. The server may merge alarms that are closer. */
const REST_MS = 15_000

/**
 * Makes an endless plan: fixed scenes in the first half minute, then about `rate` alarms a minute, of which nine in ten
 * are false. The same seed gives the same plan.
 */
export function* planAlarms(options: {
  cameras: readonly CameraTarget[]
  rate: number
  seed: number
  opening: boolean
  once?: SceneKind
}): Generator<PlannedAlarm, never> {
  const random = createRandom(`plan ${options.seed}`)
  const lastAt = new Map<CameraTarget, number>()
  const take = (kind: SceneKind | undefined, wanted: number): PlannedAlarm => {
    const able = options.cameras.filter((camera) => kind === undefined || sees(camera, kind))
    const from = able.length > 0 ? able : options.cameras
    const rested = from.filter((camera) => wanted - (lastAt.get(camera) ?? -Infinity) >= REST_MS)
    const waiting = from.toSorted((a, b) => (lastAt.get(a) ?? -Infinity) - (lastAt.get(b) ?? -Infinity)).slice(0, 1)
    const camera = random.pick(rested.length > 0 ? rested : waiting)
    const at = rested.length > 0 ? wanted : (lastAt.get(camera) ?? 0) + REST_MS
    lastAt.set(camera, at)
    const chosen = kind ?? pickKind(random, camera.kinds ?? SCENE_KINDS.filter((each) => sees(camera, each)))
    return { camera, kind: chosen, seed: random.int(1, 1_000_000), at }
  }
  let at = 0
  const opens = options.opening && options.once === undefined
  if (opens) {
    for (const [second, kind] of OPENING) {
      const planned = take(kind, second * 1000)
      at = Math.max(at, planned.at)
      yield planned
    }
  }
  for (let first = !opens; ; first = false) {
    // Exponential gaps, limited to between a third and three times the mean.
    const mean = 60_000 / options.rate
    if (!first) at += Math.min(3 * mean, Math.max(mean / 3, -mean * Math.log(1 - random.next())))
    const planned = take(options.once, at)
    at = planned.at
    yield planned
  }
}
