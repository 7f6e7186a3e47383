import { iou } from '../detect/boxes.ts'
import type { Box, ObjectClass } from '../types.ts'
import { likeness } from './thumbnail.ts'
import type { Light, RememberedThing, ViewMemory } from './view-memory.ts'

/** Signals of one event arrive within this time; what they show is one sighting, however often it is analysed. */
export const SAME_EVENT_MS = 60_000
/** Same place and same look: a car that stops where another stood differs in either. */
const SAME_PLACE = 0.75
const SAME_LOOK = 0.9
/** A vehicle on a single picture is part of the scene when it was seen in this many earlier alarms. */
const PARKED_ALARMS = 2
/** A person never is by history alone; one that also does not move within the burst, after this many alarms and hours. */
const STATUE_ALARMS = 3
const STATUE_MS = 3_600_000
/**
 * What the last look did not show has come since. How long ago that look may be depends on how well the camera is known in that light:
 * after a few looks, what was never seen may have been missed; beyond half a day, nothing that is there has just come.
 */
const RECENT = { alarms: 3, ms: 30 * 60_000 }
const KNOWN = { alarms: 6, ms: 12 * 3_600_000 }
/** Things that one alarm can leave behind; a crowd of more is known in part only. */
export const MAX_THINGS = 64
/** A full memory in which everything was seen within this time had no room for something that is there. */
const CROWD_MS = 3_600_000
/**
 * What is seen at least as surely is called new, and what is remembered may be fainter: otherwise what is seen now just above and now
 * just below one line would come again and again. People are remembered only when they are seen as surely, for memory hides statues.
 */
const NEW_SCORE = 0.25
const REMEMBERED_SCORE = 0.15

/** A thing as it is looked up: its class, place and look, and how surely it was seen. */
export interface Glimpse {
  class: ObjectClass
  score: number
  box: Box
  look: string
}

/** Whether a thing is seen surely enough to be remembered. */
export function isMemorable({ class: kind, score }: Pick<Glimpse, 'class' | 'score'>): boolean {
  return kind !== 'other' && score >= (kind === 'person' ? NEW_SCORE : REMEMBERED_SCORE)
}

/** The remembered thing of the same class, place and look, if there is one. */
export function findThing(memory: ViewMemory, glimpse: Glimpse): RememberedThing | undefined {
  return memory.things.find(
    (thing) =>
      thing.class === glimpse.class &&
      iou(thing.box, glimpse.box) >= SAME_PLACE &&
      likeness(thing.look, glimpse.look) >= SAME_LOOK,
  )
}

/** In how many alarms before this one it was seen, at least. */
function earlierAlarms(thing: RememberedThing, now: Date): number {
  if (now.getTime() - Date.parse(thing.firstSeen) < SAME_EVENT_MS) return 0
  return now.getTime() - Date.parse(thing.lastSeen) < SAME_EVENT_MS ? thing.seen - 1 : thing.seen
}

/** Whether a thing of which movement is unknown has been standing there. Always false for persons. */
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

/** When the camera was last looked at before this moment, and before that, if that was often and lately enough; otherwise null. */
function lastLooks({ looked }: ViewMemory, light: Light, now: Date): { last: number; before: number } | null {
  const known = looked[light]
  if (known === null) return null
  const looks = [known.last, known.before ?? null].map((time) => (time === null ? Number.NaN : Date.parse(time)))
  // An alarm that is analysed again finds its own look here, which says nothing of what was before it.
  const [last, before = last] = looks.filter((time) => time < now.getTime())
  if (last === undefined || before === undefined) return null
  const isEnough = [RECENT, KNOWN].some(({ alarms, ms }) => known.alarms >= alarms && now.getTime() - last <= ms)
  return isEnough ? { last, before } : null
}

/** Whether more stands there than there is room for. */
function isCrowded({ things }: ViewMemory): boolean {
  const times = things.map(({ lastSeen }) => Date.parse(lastSeen))
  return things.length >= MAX_THINGS && Math.max(...times) - Math.min(...times) < CROWD_MS
}

/**
 * Whether a thing that stands still has come since the last look, however short a while ago that was. It was there before if that look
 * showed something at its place, or if the look before did and it was this very thing: a detector misses one now and then.
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
