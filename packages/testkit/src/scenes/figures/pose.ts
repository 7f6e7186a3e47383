/** Joint angles in radians; forward is positive. */
export interface Pose {
  /** leaning forward of the whole trunk */
  lean: number
  hip: readonly [left: number, right: number]
  /** bend, ≥ 0 */
  knee: readonly [left: number, right: number]
  shoulder: readonly [left: number, right: number]
  /** legs apart, sideways */
  straddle: number
  /** upper arms away from the body, sideways */
  spread: readonly [left: number, right: number]
  elbow: readonly [left: number, right: number]
  /** forearms towards the body, sideways */
  inward: readonly [left: number, right: number]
  headTurn: number
  /** weight on one leg, metres to the side */
  sway: number
}

const TURN = Math.PI * 2

function legs(phase: number, swing: number, bend: number, rest: number): Pick<Pose, 'hip' | 'knee'> {
  const side = (offset: number): [number, number] => {
    const angle = (phase + offset) * TURN
    // The knee folds while the leg travels forward; on the ground it is nearly straight.
    return [swing * Math.sin(angle) + swing * 0.18, rest + bend * Math.max(0, Math.cos(angle + 0.35)) ** 1.4]
  }
  const [leftHip, leftKnee] = side(0)
  const [rightHip, rightKnee] = side(0.5)
  return { hip: [leftHip, rightHip], knee: [leftKnee, rightKnee] }
}

/** A walking step at `phase` of its cycle (0…1). */
export function walkingPose(phase: number): Pose {
  const arm = 0.5 * Math.sin(phase * TURN)
  return {
    lean: 0.06,
    ...legs(phase, 0.48, 0.9, 0.08),
    shoulder: [-arm, arm],
    straddle: 0.03,
    spread: [0.16, 0.16],
    elbow: [0.3 + 0.35 * Math.max(0, -arm), 0.3 + 0.35 * Math.max(0, arm)],
    inward: [0, 0],
    headTurn: 0.1 * Math.sin(phase * TURN),
    sway: 0.015 * Math.sin(phase * TURN),
  }
}

/** A running step at `phase` of its cycle (0…1). */
export function runningPose(phase: number): Pose {
  const arm = 0.8 * Math.sin(phase * TURN)
  return {
    lean: 0.2,
    ...legs(phase, 0.72, 1.5, 0.25),
    shoulder: [-arm, arm],
    straddle: 0.02,
    spread: [0.18, 0.18],
    elbow: [1.45, 1.45],
    inward: [0.25, 0.25],
    headTurn: 0,
    sway: 0,
  }
}

/** The postures of a standing person. */
export const STANCES = ['hands on hips', 'on the phone', 'looking round'] as const

const ARMS: Record<(typeof STANCES)[number], Pick<Pose, 'shoulder' | 'spread' | 'elbow' | 'inward'>> = {
  'hands on hips': { shoulder: [-0.25, -0.25], spread: [0.75, 0.75], elbow: [0.45, 0.45], inward: [1.25, 1.25] },
  'on the phone': { shoulder: [0.05, 0.75], spread: [0.25, 0.45], elbow: [0.35, 2.2], inward: [0.1, 0.75] },
  'looking round': { shoulder: [0.15, -0.1], spread: [0.32, 0.36], elbow: [0.55, 0.4], inward: [0, 0] },
}

/** Standing with the legs apart and shifting weight; `restless` 0…1 moves the head, the arms and the hips. */
export function standingPose(stance: (typeof STANCES)[number], restless: number): Pose {
  const turn = Math.sin(restless * TURN)
  const arms = ARMS[stance]
  return {
    ...arms,
    shoulder: [arms.shoulder[0] + 0.1 * turn, arms.shoulder[1] - 0.06 * turn],
    lean: 0.03,
    hip: [0.14 + 0.03 * turn, -0.12],
    knee: [0.12, 0.05],
    straddle: 0.15,
    headTurn: 0.5 * turn,
    sway: 0.02 * turn,
  }
}

/** Crouching with something on the ground; `busy` 0…1 moves the arms and the head. */
export function crouchingPose(busy: number): Pose {
  const turn = Math.sin(busy * TURN)
  return {
    lean: 0.55 + 0.06 * turn,
    hip: [1.75, 1.35],
    knee: [2.35, 2.3],
    shoulder: [0.35 + 0.25 * turn, 0.55 - 0.25 * turn],
    straddle: 0.22,
    spread: [0.25, 0.2],
    elbow: [0.6, 0.75],
    inward: [0.25, 0.3],
    headTurn: 0.35 * turn,
    sway: 0,
  }
}
