import { mergeGlimpses } from './merge-glimpses.ts'
import { findThing, isMemorable, MAX_THINGS, SAME_EVENT_MS } from './recall.ts'
import type { Glimpse } from './recall.ts'
import { likeness } from './thumbnail.ts'
import type { RememberedScene, RememberedThing, ViewMemory } from './view-memory.ts'
import type { Light } from '../types.ts'

const FORGET_MS = 14 * 24 * 3_600_000
/** The similarity from which two thumbnails show the same place, possibly in other light. */
const SAME_SCENE = 0.3

/** The data that one alarm adds to the memory. */
export interface Impression {
  light: Light
  /** Thumbnail of the scene without moving objects. */
  scene: string
  /** The sightings of objects that stood still or whose movement is unknown. An object can have several. */
  glimpses: Glimpse[]
  /** Whether all planned looks were taken. Only then an object that is not in `glimpses` was really absent. */
  isComplete: boolean
  now: Date
}

function nextScene(known: RememberedScene | null, seen: string): { scene: RememberedScene; hasMoved: boolean } {
  if (known === null) return { scene: { usual: seen, other: null }, hasMoved: false }
  if (likeness(known.usual, seen) >= SAME_SCENE) return { scene: { usual: seen, other: null }, hasMoved: false }
  // A truck in front of the lens looks like another place, but only once. A second alarm with the same new picture means that the camera
  // was turned.
  if (known.other !== null && likeness(known.other, seen) >= SAME_SCENE)
    return { scene: { usual: seen, other: null }, hasMoved: true }
  return { scene: { usual: known.usual, other: seen }, hasMoved: false }
}

function nextThing(thing: RememberedThing, glimpse: Glimpse, now: Date): RememberedThing {
  const isNewAlarm = now.getTime() - Date.parse(thing.lastSeen) >= SAME_EVENT_MS
  const lastSeen = now.getTime() > Date.parse(thing.lastSeen) ? now.toISOString() : thing.lastSeen
  return { ...thing, box: glimpse.box, look: glimpse.look, lastSeen, seen: thing.seen + (isNewAlarm ? 1 : 0) }
}

/** Returns the memory after an alarm, and whether the camera was turned. If it was turned, all other content of the memory is forgotten. */
export function remember(memory: ViewMemory, impression: Impression): { memory: ViewMemory; hasMoved: boolean } {
  const { light, now } = impression
  const { scene, hasMoved } = nextScene(memory.scenes[light], impression.scene)
  const before = hasMoved
    ? { things: [], scenes: { colour: null, grey: null }, looked: { colour: null, grey: null } }
    : { things: memory.things, scenes: memory.scenes, looked: memory.looked }

  let { things } = before
  for (const glimpse of mergeGlimpses(impression.glimpses.filter(isMemorable))) {
    const known = findThing({ ...memory, things }, glimpse)
    const next = known === undefined ? newThing(glimpse, now) : nextThing(known, glimpse, now)
    things = [...things.filter((thing) => thing !== known), next]
  }
  const looked = before.looked[light]
  const isSameEvent = looked !== null && now.getTime() - Date.parse(looked.last) < SAME_EVENT_MS
  const nextLooked =
    impression.isComplete && !isSameEvent
      ? { alarms: (looked?.alarms ?? 0) + 1, last: now.toISOString(), before: looked?.last ?? null }
      : looked
  return {
    hasMoved,
    memory: {
      version: 1,
      scenes: { ...before.scenes, [light]: scene },
      things: things
        .filter((thing) => now.getTime() - Date.parse(thing.lastSeen) < FORGET_MS)
        .toSorted(
          (a, b) =>
            Date.parse(b.lastSeen) - Date.parse(a.lastSeen) ||
            b.seen - a.seen ||
            Date.parse(a.firstSeen) - Date.parse(b.firstSeen),
        )
        .slice(0, MAX_THINGS),
      looked: { ...before.looked, [light]: nextLooked },
    },
  }
}

function newThing({ class: kind, box, look }: Glimpse, now: Date): RememberedThing {
  return { class: kind, box, look, firstSeen: now.toISOString(), lastSeen: now.toISOString(), seen: 1 }
}
