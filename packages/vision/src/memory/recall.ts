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
/** A thing that no recent alarm showed has just come, if the camera was really looked at shortly before. */
const RECENT_MS = 30 * 60_000
const RECENT_ALARMS = 3

/** A thing as it is looked up: its class, place and look. */
export interface Glimpse {
  class: ObjectClass
  box: Box
  look: string
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

/** Whether a thing that stands still was not there a short while ago, although the camera was looked at. */
export function isNewcomer(memory: ViewMemory, glimpse: Glimpse, light: Light, now: Date): boolean {
  const looked = memory.looked[light]
  if (looked === null || looked.alarms < RECENT_ALARMS) return false
  const since = now.getTime() - Date.parse(looked.last)
  if (since < SAME_EVENT_MS || since > RECENT_MS) return false
  const thing = memory.things.find((one) => one.class === glimpse.class && iou(one.box, glimpse.box) >= SAME_PLACE / 2)
  return thing === undefined || now.getTime() - Date.parse(thing.firstSeen) < SAME_EVENT_MS
}
