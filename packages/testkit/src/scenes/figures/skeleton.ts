import { add } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Pose } from './pose.ts'

/** The positions of the joints of a figure of 1.75 m, whose lowest foot touches the ground. Pairs are left, right. */
export interface Skeleton {
  pelvis: Vec3
  /** Returns the point at these distances from the base of the trunk: up along it, to the side, and to the front. */
  trunk: (up: number, side: number, front: number) => Vec3
  trunkUp: Vec3
  head: Vec3
  hips: readonly [Vec3, Vec3]
  knees: readonly [Vec3, Vec3]
  ankles: readonly [Vec3, Vec3]
  toes: readonly [Vec3, Vec3]
  shoulders: readonly [Vec3, Vec3]
  elbows: readonly [Vec3, Vec3]
  wrists: readonly [Vec3, Vec3]
}

const THIGH = 0.44
const SHIN = 0.43
const UPPER_ARM = 0.29
const FOREARM = 0.25
const FOOT = 0.17

const lift = (p: Vec3, by: number): Vec3 => [p[0], p[1] + by, p[2]]
const pair = <T>(make: (side: -1 | 1, index: 0 | 1) => T): readonly [T, T] => [make(-1, 0), make(1, 1)]

/** Computes the joints of a {@link Pose}. With `seat`, the pelvis is at that height (metres), and the feet need not touch the ground. */
export function buildSkeleton(pose: Pose, broad: number, seat?: number): Skeleton {
  const sinLean = Math.sin(pose.lean)
  const cosLean = Math.cos(pose.lean)
  const origin: Vec3 = [pose.sway, 0, 0]
  const trunkAt =
    (base: Vec3) =>
    (up: number, side: number, front: number): Vec3 => [
      base[0] + side,
      base[1] + up * cosLean - front * sinLean,
      base[2] + up * sinLean + front * cosLean,
    ]
  const hips = pair((side): Vec3 => [origin[0] + side * 0.09 * broad, -0.03, 0])
  const knees = pair((side, i): Vec3 => {
    const angle = pose.hip[i]
    const down = THIGH * Math.cos(angle)
    return add(hips[i], [
      side * (0.01 + down * Math.sin(pose.straddle)) - pose.sway * 0.4,
      -down * Math.cos(pose.straddle),
      THIGH * Math.sin(angle),
    ])
  })
  const ankles = pair((side, i): Vec3 => {
    const angle = pose.hip[i] - pose.knee[i]
    const down = SHIN * Math.cos(angle)
    return add(knees[i], [
      side * down * Math.sin(pose.straddle) * 0.8 - pose.sway * 0.4,
      -down * Math.cos(pose.straddle),
      SHIN * Math.sin(angle),
    ])
  })
  const toes = pair((side, i): Vec3 => {
    // The foot stays nearly level on the ground and points down when the shin swings back.
    const pitch = Math.min(0.35, Math.max(-1.1, (pose.hip[i] - pose.knee[i]) * 0.75))
    return add(ankles[i], [side * 0.025, FOOT * Math.sin(pitch) - 0.045 * Math.cos(pitch), FOOT * Math.cos(pitch)])
  })
  const lowest = Math.min(...ankles.map((p) => p[1] - 0.075), ...toes.map((p) => p[1] - 0.03))
  const up = seat ?? -lowest
  const pelvis = lift(origin, up)
  const trunk = trunkAt(pelvis)
  const shoulders = pair((side) => trunk(0.45, side * 0.182 * broad, 0))
  const elbows = pair((side, i): Vec3 => {
    const angle = pose.shoulder[i] + pose.lean * 0.5
    const down = UPPER_ARM * Math.cos(pose.spread[i])
    return add(shoulders[i], [
      side * UPPER_ARM * Math.sin(pose.spread[i]),
      -down * Math.cos(angle),
      down * Math.sin(angle),
    ])
  })
  const wrists = pair((side, i): Vec3 => {
    const angle = pose.shoulder[i] + pose.lean * 0.5 + pose.elbow[i]
    const reach = FOREARM * Math.cos(pose.inward[i])
    return add(elbows[i], [
      -side * FOREARM * Math.sin(pose.inward[i]),
      -reach * Math.cos(angle),
      reach * Math.sin(angle),
    ])
  })
  return {
    pelvis,
    trunk,
    trunkUp: [0, cosLean, sinLean],
    head: trunk(0.675, 0, 0.02),
    hips: pair((_s, i) => lift(hips[i], up)),
    knees: pair((_s, i) => lift(knees[i], up)),
    ankles: pair((_s, i) => lift(ankles[i], up)),
    toes: pair((_s, i) => lift(toes[i], up)),
    shoulders,
    elbows,
    wrists,
  }
}
