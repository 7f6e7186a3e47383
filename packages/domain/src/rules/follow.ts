import type { SeenFacts } from './facts.ts'
import { likenessOf } from './likeness.ts'
import { RULE_ENGINE } from './limits.ts'
import type { Look, SeenThing } from './rule-memory.ts'
import { footDistance, overlapOf } from './zones.ts'

/** One object, and when and where it was seen, the earliest first. */
export interface Followed {
  seen: SeenThing[]
}

/** The width of the pictures divided by their height. */
export const shapeOf = ({ pictures }: SeenFacts): number => {
  const [first] = pictures
  return first === undefined || first.height === 0 ? 1 : first.width / first.height
}

/** What following needs besides the things: the shape of the pictures, and when the place was looked at. */
interface Surroundings {
  shape: number
  looks: readonly Look[]
}

/** The number of alarms between two sightings that did not show the one. A detector misses somebody now and then, but not twice in a row. */
function missedBetween(before: SeenThing, after: SeenThing, looks: readonly Look[]): number {
  const between = looks.filter(
    ({ at, alarm }) => at > before.at && at < after.at && alarm !== before.alarm && alarm !== after.alarm,
  )
  return new Set(between.map(({ alarm }) => alarm)).size
}

/**
 * How surely two sightings show the same person, 0–1; 0: they do not. Both what the person looks like and the place must agree: who wears
 * the same elsewhere may be another, and who stands where somebody else stood is one only if they look alike.
 */
function sameness(before: SeenThing, after: SeenThing, { shape, looks }: Surroundings): number {
  const gap = after.at - before.at
  if (missedBetween(before, after, looks) > 1) return 0
  if (before.look === undefined || after.look === undefined || gap > RULE_ENGINE.gapMs) return 0
  const { sameLook, reach, samePlace } = RULE_ENGINE
  const height = Math.max(before.box.height, after.box.height)
  const distance = footDistance(before.box, after.box, shape)
  if (distance > height * Math.min(1 + (reach.perSecond * gap) / 1_000, reach.most)) return 0
  const likeness = likenessOf(before.look, after.look)
  const isHere = overlapOf(before.box, after.box) >= samePlace
  return likeness >= (isHere ? sameLook.here : sameLook.elsewhere) ? likeness : 0
}

/** Sorts sightings into objects: at each moment the surest pairs first, and each object at one place. */
export function follow(things: readonly SeenThing[], around: Surroundings): Followed[] {
  const all: Followed[] = []
  const moments = [...Map.groupBy(things, ({ at }) => at)].toSorted(([a], [b]) => a - b)
  for (const [, now] of moments) {
    const pairs = now
      .flatMap((thing) => all.map((one) => ({ thing, one, sure: sameness(one.seen.at(-1) ?? thing, thing, around) })))
      .filter(({ sure }) => sure > 0)
      .toSorted((a, b) => b.sure - a.sure)
    const [taken, used] = [new Set<SeenThing>(), new Set<Followed>()]
    for (const { thing, one } of pairs) {
      if (taken.has(thing) || used.has(one)) continue
      one.seen.push(thing)
      taken.add(thing)
      used.add(one)
    }
    all.push(...now.filter((thing) => !taken.has(thing)).map((thing) => ({ seen: [thing] })))
  }
  return all
}
