import { compareEdges, findEdges } from './edges.ts'
import type { Edges } from './edges.ts'
import type { TamperReference } from './tamper-memory.ts'

/** Number of alarms from which a usual picture is trusted: the first may have shown a lorry, the second fog. */
const TRUSTED_ALARMS = 3
/** Weight of a new alarm in the usual picture, so that the picture follows seasons, snow and growing hedges. */
const NEW_WEIGHT = 0.2
/** Share of kept edges from which two pictures show the same place. */
const SAME_PLACE = 0.5
/** A camera may be turned on purpose. After this time and this number of alarms, the new view becomes the usual one. */
const ADOPT_MS = 7 * 24 * 3_600_000
const ADOPT_ALARMS = 3

/** The learnt view of a camera in one kind of light. */
export interface Known {
  usual: TamperReference | null
  other: TamperReference | null
}

/** Whether a usual picture is reliable enough to compare alarms with it. */
export function isTrusted(usual: TamperReference | null): boolean {
  return usual !== null && (usual.isGiven || usual.alarms >= TRUSTED_ALARMS)
}

function edgesOf({ picture }: TamperReference): Edges {
  return findEdges(Buffer.from(picture, 'base64'))
}

function isAlike(one: TamperReference, two: TamperReference): boolean {
  const [first, second] = [edgesOf(one), edgesOf(two)]
  return first.total === 0 ? second.total === 0 : compareEdges(first, second).kept >= SAME_PLACE
}

function blend(known: TamperReference, seen: TamperReference): TamperReference {
  const mix = (old: number, recent: number) => old + NEW_WEIGHT * (recent - old)
  const mixAll = (old: string, recent: string) => {
    const values = Buffer.from(recent, 'base64')
    return Buffer.from(Buffer.from(old, 'base64').map((value, at) => Math.round(mix(value, values[at] ?? value))))
  }
  return {
    ...known,
    picture: mixAll(known.picture, seen.picture).toString('base64'),
    detail: mixAll(known.detail, seen.detail).toString('base64'),
    sharpness: mix(known.sharpness, seen.sharpness),
    brightness: mix(known.brightness, seen.brightness),
    width: Math.max(known.width, seen.width),
    alarms: known.alarms + 1,
  }
}

/** Returns the learnt view after an alarm. `isDisturbed`: whether the alarm's picture must not be mixed into the usual picture. */
export function learnUsual({ usual, other }: Known, seen: TamperReference, isDisturbed: boolean, now: Date): Known {
  if (usual?.isGiven === true) return { usual, other: null }
  if (!isDisturbed) {
    if (usual === null || (!isTrusted(usual) && !isAlike(usual, seen))) return { usual: seen, other: null }
    return { usual: blend(usual, seen), other: null }
  }
  if (other === null || !isAlike(other, seen)) return { usual, other: seen }
  const known = blend(other, seen)
  const isSettled = known.alarms >= ADOPT_ALARMS && now.getTime() - Date.parse(known.since) >= ADOPT_MS
  return isSettled ? { usual: known, other: null } : { usual, other: known }
}
