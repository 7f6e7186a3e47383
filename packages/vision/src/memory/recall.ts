import { iou } from '../detect/boxes.ts'
import type { Box, Light, ObjectClass } from '../types.ts'
import { likeness } from './thumbnail.ts'
import type { RememberedThing, ViewMemory } from './view-memory.ts'

/** Signals of one event arrive within this time. They count as one sighting, however often they are analysed. */
export const SAME_EVENT_MS = 60_000
/** Requires the same place and the same look: a car that stops where another stood differs in one of them. */
const SAME_PLACE = 0.75
const SAME_LOOK = 0.9
/** A vehicle on a single picture is part of the scene when this many earlier alarms showed it. */
const PARKED_ALARMS = 2
/** A person is never part of the scene by history alone. It must also be motionless within the burst, after this many alarms and hours. */
const STATUE_ALARMS = 3
const STATUE_MS = 3_600_000
/**
 * An object that the last look did not show came since then. How old that look may be depends on how well the camera is known in that
 * light. After few looks an object may have been missed before; after half a day nothing can be said to have just come.
 */
const RECENT = { alarms: 3, ms: 30 * 60_000 }
const KNOWN = { alarms: 6, ms: 12 * 3_600_000 }
/** Objects remembered per camera. A crowd of more is known only in part. */
export const MAX_THINGS = 64
/** If the memory is full and everything in it was seen within this time, there was no space for other objects. */
const CROWD_MS = 3_600_000
/**
 * An object with at least this score can be new, and a remembered one may have a lower score. With a single limit, an object whose score
 * varies around it would seem to come again and again. Persons are remembered only with this score, since memory hides statues.
 */
const NEW_SCORE = 0.25
const REMEMBERED_SCORE = 0.15

/** An object to look up: its class, place and look, and its score. */
export interface Glimpse {
  class: ObjectClass
  score: number
  box: Box
  look: string
}

/** Whether an object's score is high enough to be remembered. */
export function isMemorable({ class: kind, score }: Pick<Glimpse, 'class' | 'score'>): boolean {
  return kind !== 'other' && score >= (kind === 'person' ? NEW_SCORE : REMEMBERED_SCORE)
}

/** The remembered object of the same class, place and look, if any. */
export function findThing(memory: ViewMemory, glimpse: Glimpse): RememberedThing | undefined {
  return memory.things.find(
    (thing) =>
      thing.class === glimpse.class &&
      iou(thing.box, glimpse.box) >= SAME_PLACE &&
      likeness(thing.look, glimpse.look) >= SAME_LOOK,
  )
}

/** The number of alarms before this one that showed it, at least. */
function earlierAlarms(thing: RememberedThing, now: Date): number {
  if (now.getTime() - Date.parse(thing.firstSeen) < SAME_EVENT_MS) return 0
  return now.getTime() - Date.parse(thing.lastSeen) < SAME_EVENT_MS ? thing.seen - 1 : thing.seen
}

/** Whether an object with unknown movement has been standing there before. Always false for persons. */
export function isParked(memory: ViewMemory, glimpse: Glimpse, now: Date): boolean {
  if (glimpse.class === 'person') return false
  const thing = findThing(memory, glimpse)
  return thing !== undefined && earlierAlarms(thing, now) >= PARKED_ALARMS
}

/** Whether something person-like that did not change within the burst is a statue or a poster: always there, always the same. */
export function isStatue(memory: ViewMemory, glimpse: Glimpse, now: Date): boolean {
  const thing = findThing(memory, glimpse)
  if (thing === undefined || earlierAlarms(thing, now) < STATUE_ALARMS) return false
  return now.getTime() - Date.parse(thing.firstSeen) >= STATUE_MS
}

/** The time of the last look before this moment, and of the one before it, if there were enough of them recently; otherwise null. */
function lastLooks({ looked }: ViewMemory, light: Light, now: Date): { last: number; before: number } | null {
  const known = looked[light]
  if (known === null) return null
  const looks = [known.last, known.before ?? null].map((time) => (time === null ? Number.NaN : Date.parse(time)))
  // When an alarm is analysed again, its own look is in the memory. It says nothing about the state before.
  const [last, before = last] = looks.filter((time) => time < now.getTime())
  if (last === undefined || before === undefined) return null
  const isEnough = [RECENT, KNOWN].some(({ alarms, ms }) => known.alarms >= alarms && now.getTime() - last <= ms)
  return isEnough ? { last, before } : null
}

/** Whether there are more objects than the memory can hold. */
function isCrowded({ things }: ViewMemory): boolean {
  const times = things.map(({ lastSeen }) => Date.parse(lastSeen))
  return things.length >= MAX_THINGS && Math.max(...times) - Math.min(...times) < CROWD_MS
}

/**
 * Whether a motionless object has come since the last look, however recent that was. It was there before if that look showed something at
 * its place. It was there too if the look before showed this very object, since detectors occasionally miss one.
 */
export function isNewcomer(memory: ViewMemory, glimpse: Glimpse, light: Light, now: Date): boolean {
  const looks = lastLooks(memory, light, now)
  if (looks === null || glimpse.score < NEW_SCORE || isCrowded(memory)) return false
  return !memory.things.some((thing) => {
    const firstSeen = Date.parse(thing.firstSeen)
    if (firstSeen > looks.last && now.getTime() - firstSeen < SAME_EVENT_MS) return false
    if (thing.class !== glimpse.class || iou(thing.box, glimpse.box) < SAME_PLACE / 2) return false
    const lastSeen = Date.parse(thing.lastSeen)
    return lastSeen >= looks.last || (lastSeen >= looks.before && likeness(thing.look, glimpse.look) >= SAME_LOOK)
  })
}
