import { iou } from '../detect/boxes.ts'
import type { Box, Light, ObjectClass } from '../types.ts'
import { likeness } from './thumbnail.ts'
import type { RememberedThing, ViewMemory } from './view-memory.ts'

/**
 * The time within which alarms belong to one event, in milliseconds. They count as one sighting, even if they are analysed several times.
 */
export const SAME_EVENT_MS = 60_000
/**
 * The least overlap of places (`SAME_PLACE`) and similarity of appearance (`SAME_LOOK`) of one object in two alarms. A car that stops where
 * another car stood differs in one of them.
 */
const SAME_PLACE = 0.75
const SAME_LOOK = 0.9
/** A vehicle on a single picture is part of the scene when this many earlier alarms showed it. */
const PARKED_ALARMS = 2
/**
 * The number of alarms and the time (ms) after which a motionless person counts as a statue. The person must also be motionless within the
 * burst: earlier alarms alone never make a person a part of the scene.
 */
const STATUE_ALARMS = 3
const STATUE_MS = 3_600_000
/**
 * The conditions under which an object is new if the last analysed alarm did not show it: the least number of earlier alarms in this light,
 * and the largest age of the last one. With few earlier alarms, an object may have been missed before, so the last one must be recent. With
 * many, it may be up to half a day old.
 */
const RECENT = { alarms: 3, ms: 30 * 60_000 }
const KNOWN = { alarms: 6, ms: 12 * 3_600_000 }
/** The largest number of objects remembered per camera. Of more objects only some are remembered. */
export const MAX_THINGS = 64
/** If the memory is full and everything in it was seen within this time, there was no space for other objects. */
const CROWD_MS = 3_600_000
/**
 * The scores from which an object can be new, and from which it is remembered. With a single limit, an object whose score varies around the
 * limit would seem to arrive again and again. Persons are remembered only from `NEW_SCORE`, because the memory filters statues.
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

/** Returns the remembered object of the same class, place and appearance, if any. */
export function findThing(memory: ViewMemory, glimpse: Glimpse): RememberedThing | undefined {
  return memory.things.find(
    (thing) =>
      thing.class === glimpse.class &&
      iou(thing.box, glimpse.box) >= SAME_PLACE &&
      likeness(thing.look, glimpse.look) >= SAME_LOOK,
  )
}

/** Returns the number of earlier alarms that showed the object. Alarms of the current event do not count. */
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

/** Whether a person who did not move within the burst is a statue or a poster, because several earlier alarms showed the same object. */
export function isStatue(memory: ViewMemory, glimpse: Glimpse, now: Date): boolean {
  const thing = findThing(memory, glimpse)
  if (thing === undefined || earlierAlarms(thing, now) < STATUE_ALARMS) return false
  return now.getTime() - Date.parse(thing.firstSeen) >= STATUE_MS
}

/** Returns the times of the last two complete analyses before this moment. Null if there were not enough of them recently. */
function lastLooks({ looked }: ViewMemory, light: Light, now: Date): { last: number; before: number } | null {
  const known = looked[light]
  if (known === null) return null
  const looks = [known.last, known.before ?? null].map((time) => (time === null ? Number.NaN : Date.parse(time)))
  // If an alarm is analysed again, the memory already contains this alarm. Only earlier alarms show the state before it.
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
 * Whether a motionless object arrived after the last look (the last complete analysis of an alarm of this camera). It did not if the last
 * look showed an object at its place, or if the look before that showed the same object, because detectors sometimes miss an object.
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
