import { box, ellipsoid, tube } from '../geometry/mesh.ts'
import type { Mesh, Paint, Ring } from '../geometry/mesh.ts'
import { add, mix, normalise, scale, subtract } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Outfit } from './clothes.ts'
import { cloth, plain, put } from './paints.ts'
import type { Pose } from './pose.ts'
import { buildSkeleton } from './skeleton.ts'
import type { Skeleton } from './skeleton.ts'

const BELT: Vec3 = [0.02, 0.017, 0.015]
const REFLECTIVE: Vec3 = [0.8, 0.8, 0.76]
const HI_VIS: Vec3 = [0.75, 0.72, 0.05]

/** The paint of the trunk: buttons, stripes or a vest. u is the angle around the body (π/2 is the chest), v the metres above the seat. */
function trunkPaint(outfit: Outfit, seed: number): Paint {
  const base = cloth(outfit.topStyle === 'vest' ? HI_VIS : outfit.top, seed)
  return (angle, up, ring, out) => {
    base(angle, up, ring, out)
    const chest = Math.abs(angle - Math.PI / 2)
    let level = 1
    if (outfit.topStyle === 'striped' && Math.floor(up * 14) % 2 === 0) level = 0.45
    if (outfit.topStyle === 'jacket') {
      if (chest < 0.05) level = 0.4
      if (up < 0.07) level = 0.7
      if (chest > 0.35 && chest < 0.75 && up > 0.14 && up < 0.17) level = 0.55
      if (chest < 0.3 && up > 0.55) level = 0.5
    }
    if (outfit.topStyle === 'vest' && ((up > 0.18 && up < 0.24) || (up > 0.36 && up < 0.41))) put(out, REFLECTIVE)
    out.r *= level
    out.g *= level
    out.b *= level
  }
}

/** Face paint on the unit sphere: x side, y up, z front. */
function headPaint(outfit: Outfit): Paint {
  return (x, y, z, out) => {
    const covered =
      outfit.hairStyle === 'cap' ? y > 0.3 : outfit.hairStyle === 'hood' ? z < 0.45 || y > 0.62 : y > 0.5 || z < -0.05
    if (covered) {
      const streak = 0.85 + 0.3 * Math.abs(Math.sin(x * 23 + y * 7))
      const colour =
        outfit.hairStyle === 'cap' ? outfit.bagColour : outfit.hairStyle === 'hood' ? outfit.top : outfit.hair
      put(out, y < 0.3 && outfit.hairStyle === 'cap' ? outfit.hair : colour, streak)
      return
    }
    put(out, outfit.skin, 1)
    if (z <= 0) return
    const eye = Math.hypot((Math.abs(x) - 0.36) / 0.17, (y - 0.1) / 0.09)
    if (eye < 1) put(out, outfit.skin, 0.22)
    else if (Math.abs(Math.abs(x) - 0.36) < 0.2 && y > 0.2 && y < 0.28) put(out, outfit.hair, 0.9)
    else if (Math.hypot(x / 0.26, (y + 0.5) / 0.06) < 1)
      put(out, [outfit.skin[0] * 0.75, outfit.skin[1] * 0.4, outfit.skin[2] * 0.38])
    else if (Math.hypot(x / 0.13, (y + 0.2) / 0.08) < 1) put(out, outfit.skin, 0.75)
    else if (y < -0.75) put(out, outfit.skin, 0.75)
  }
}

function head(skeleton: Skeleton, outfit: Outfit, turn: number): Mesh[] {
  const side: Vec3 = [Math.cos(turn), 0, -Math.sin(turn)]
  const front: Vec3 = [Math.sin(turn), 0, Math.cos(turn)]
  const up: Vec3 = skeleton.trunkUp
  const at = skeleton.head
  const meshes = [
    ellipsoid(headPaint(outfit), at, [scale(side, 0.082), scale(up, 0.126), scale(front, 0.104)], 20),
    ellipsoid(plain(outfit.skin), add(at, add(scale(up, -0.02), scale(front, 0.1))), [
      scale(side, 0.013),
      scale(up, 0.025),
      scale(front, 0.018),
    ]),
  ]
  const over = outfit.hairStyle === 'hood' ? outfit.top : outfit.hairStyle === 'cap' ? outfit.bagColour : outfit.hair
  meshes.push(
    ellipsoid(plain(over), add(at, add(scale(up, 0.035), scale(front, -0.018))), [
      scale(side, 0.089),
      scale(up, 0.106),
      scale(front, 0.103),
    ]),
  )
  if (outfit.hairStyle === 'cap') {
    meshes.push(
      ellipsoid(plain(over), add(at, add(scale(up, 0.055), scale(front, 0.12))), [
        scale(side, 0.065),
        scale(up, 0.01),
        scale(front, 0.06),
      ]),
    )
  }
  if (outfit.hairStyle === 'long') {
    meshes.push(
      ellipsoid(plain(outfit.hair), add(at, add(scale(up, -0.09), scale(front, -0.06))), [
        scale(side, 0.085),
        scale(up, 0.15),
        scale(front, 0.05),
      ]),
    )
  }
  return meshes
}

function leg(skeleton: Skeleton, outfit: Outfit, index: 0 | 1, seed: number): Mesh[] {
  const hip = skeleton.hips[index]
  const knee = skeleton.knees[index]
  const ankle = skeleton.ankles[index]
  const toe = skeleton.toes[index]
  const k = outfit.broad
  const sole = normalise(subtract(toe, ankle))
  const heel = add(add(ankle, [0, -0.03, 0]), scale(sole, -0.06))
  return [
    tube(cloth(outfit.trousers, seed + index * 3, 1.2), [
      [add(hip, [0, 0.05, 0]), 0.075 * k, 0.085 * k],
      [hip, 0.084 * k, 0.094 * k],
      [mix(hip, knee, 0.45), 0.084 * k, 0.09 * k],
      [mix(hip, knee, 0.85), 0.066 * k, 0.07 * k],
      [knee, 0.063 * k, 0.067 * k],
      [mix(knee, ankle, 0.3), 0.062 * k, 0.068 * k],
      [mix(knee, ankle, 0.75), 0.054 * k, 0.056 * k],
      [mix(knee, ankle, 1.02), 0.056 * k, 0.06 * k],
    ]),
    tube(
      plain(outfit.shoes, 0.15),
      [
        [add(heel, scale(sole, -0.02)), 0.02, 0.02],
        [heel, 0.038, 0.042],
        [mix(heel, toe, 0.45), 0.045, 0.045],
        [mix(heel, toe, 0.85), 0.046, 0.032],
        [add(toe, scale(sole, 0.015)), 0.024, 0.014],
      ],
      [1, 0, 0],
      10,
    ),
  ]
}

function arm(skeleton: Skeleton, outfit: Outfit, index: 0 | 1, seed: number): Mesh[] {
  const shoulder = skeleton.shoulders[index]
  const elbow = skeleton.elbows[index]
  const wrist = skeleton.wrists[index]
  const k = outfit.broad
  const hand = normalise(subtract(wrist, elbow))
  const sleeve = cloth(outfit.top, seed + 7 + index * 5)
  const skin = plain(outfit.skin)
  const cut = outfit.shortSleeves ? 0.6 : 2
  const sleeveOrSkin: Paint = (angle, along, ring, out) => {
    if (along > 0.29 * cut) skin(angle, along, ring, out)
    else sleeve(angle, along, ring, out)
  }
  return [
    ellipsoid(sleeve, add(shoulder, [0, -0.012, 0]), [
      [0.06 * k, 0, 0],
      [0, 0.058, 0],
      [0, 0, 0.064 * k],
    ]),
    tube(sleeveOrSkin, [
      [shoulder, 0.056 * k, 0.06 * k],
      [mix(shoulder, elbow, 0.5), 0.05 * k, 0.052 * k],
      [elbow, 0.043 * k, 0.045 * k],
      [mix(elbow, wrist, 0.35), 0.043 * k, 0.044 * k],
      [wrist, 0.032 * k, 0.034 * k],
    ]),
    ellipsoid(skin, add(wrist, scale(hand, 0.06)), [[0.022, 0, 0], scale(hand, 0.085), [0, 0.02, 0.04]], 10),
  ]
}

function trunk(skeleton: Skeleton, outfit: Outfit, seed: number): Mesh[] {
  const at = skeleton.trunk
  const k = outfit.broad
  return [
    tube(plain(outfit.trousers), [
      [at(-0.12, 0, 0), 0.1 * k, 0.09 * k],
      [at(-0.06, 0, 0), 0.163 * k, 0.112 * k],
      [at(0.03, 0, 0), 0.162 * k, 0.112 * k],
    ]),
    tube(plain(BELT, 0.2), [
      [at(0.005, 0, 0), 0.164 * k, 0.114 * k],
      [at(0.04, 0, 0), 0.163 * k, 0.113 * k],
    ]),
    tube(
      trunkPaint(outfit, seed),
      [
        [at(-0.1, 0, 0), 0.2 * k, 0.145 * k],
        [at(-0.02, 0, 0), 0.186 * k, 0.134 * k],
        [at(0.14, 0, 0), 0.155 * k, 0.112 * k],
        [at(0.28, 0, 0.008), 0.168 * k, 0.122 * k],
        [at(0.39, 0, 0.005), 0.19 * k, 0.12 * k],
        [at(0.455, 0, -0.005), 0.196 * k, 0.102 * k],
        [at(0.495, 0, -0.008), 0.17 * k, 0.088 * k],
        [at(0.525, 0, -0.008), 0.115 * k, 0.076 * k],
        [at(0.55, 0, -0.005), 0.066, 0.064],
      ],
      [1, 0, 0],
      18,
    ),
    tube(plain(scale(outfit.skin, 0.85)), [
      [at(0.5, 0, -0.005), 0.058, 0.06],
      [at(0.6, 0, 0.01), 0.052, 0.056],
    ]),
  ]
}

function bag(skeleton: Skeleton, outfit: Outfit): Mesh[] {
  const at = skeleton.trunk
  if (outfit.bag === 'backpack') {
    const level = (up: number, side: number, front: number): Ring => [at(up, 0, -0.16), side, front]
    return [
      tube(cloth(outfit.bagColour, 9, 0.6), [
        level(0.07, 0.02, 0.02),
        level(0.08, 0.12, 0.07),
        level(0.12, 0.145, 0.09),
        level(0.36, 0.14, 0.08),
        level(0.45, 0.11, 0.06),
        level(0.48, 0.03, 0.02),
      ]),
    ]
  }
  if (outfit.bag === 'handbag') {
    const [x, y, z] = skeleton.wrists[0]
    const strap = (front: number): Mesh =>
      tube(plain(outfit.bagColour), [
        [[x + 0.02, y - 0.08, z], 0.008, 0.008],
        [[x + 0.03, y - 0.24, z + front], 0.008, 0.008],
      ])
    return [
      box(plain(outfit.bagColour, 0.1), [x - 0.03, y - 0.46, z - 0.15], [x + 0.09, y - 0.23, z + 0.15]),
      strap(-0.1),
      strap(0.1),
    ]
  }
  return []
}

/** Builds a person in a {@link Pose}, 1.75 m times `outfit.tall` high, that stands on the ground at the origin and faces +z. */
export function buildPerson(outfit: Outfit, pose: Pose, seed: number, seat?: number): Mesh[] {
  const skeleton = buildSkeleton(pose, outfit.broad, seat)
  return [
    ...trunk(skeleton, outfit, seed),
    ...leg(skeleton, outfit, 0, seed),
    ...leg(skeleton, outfit, 1, seed),
    ...arm(skeleton, outfit, 0, seed),
    ...arm(skeleton, outfit, 1, seed),
    ...head(skeleton, outfit, pose.headTurn),
    ...bag(skeleton, outfit),
  ]
}
