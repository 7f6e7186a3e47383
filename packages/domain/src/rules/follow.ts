import type { SeenFacts } from './facts.ts'
import { likenessOf, readSignature, type Signature } from './likeness.ts'
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

/** A sighting with what it looks like, which is read when it is first compared. */
interface Seen {
  thing: SeenThing
  look?: Signature
}

const lookOf = (seen: Seen): Signature => (seen.look ??= readSignature(seen.thing.look ?? ''))

/**
 * How surely two sightings show the same person, 0–1; 0: they do not. Both what the person looks like and the place must agree: who wears
 * the same elsewhere may be another, and who stands where somebody else stood is one only if they look alike.
 */
function sameness(before: Seen, after: Seen, { shape, looks }: Surroundings): number {
  const gap = after.thing.at - before.thing.at
  if (before.thing.look === undefined || after.thing.look === undefined || gap > RULE_ENGINE.gapMs) return 0
  const { sameLook, reach, samePlace } = RULE_ENGINE
  const [one, other] = [before.thing.box, after.thing.box]
  const height = Math.max(one.height, other.height)
  const farthest = height * Math.min(1 + (reach.perSecond * gap) / 1_000, reach.most)
  if (footDistance(one, other, shape) > farthest) return 0
  const likeness = likenessOf(lookOf(before), lookOf(after))
  const isHere = overlapOf(one, other) >= samePlace
  if (likeness < (isHere ? sameLook.here : sameLook.elsewhere)) return 0
  return missedBetween(before.thing, after.thing, looks) > 1 ? 0 : likeness
}

/** Sorts sightings into objects: at each moment the surest pairs first, and each object at one place. */
export function follow(things: readonly SeenThing[], around: Surroundings): Followed[] {
  const all: { seen: Seen[] }[] = []
  const seenThings = things.map((thing): Seen => ({ thing }))
  const moments = [...Map.groupBy(seenThings, ({ thing }) => thing.at)].toSorted(([a], [b]) => a - b)
  for (const [at, now] of moments) {
    const open = all.filter(({ seen }) => at - (seen.at(-1)?.thing.at ?? at) <= RULE_ENGINE.gapMs)
    const pairs = now
      .flatMap((seen) => open.map((one) => ({ seen, one, sure: sameness(one.seen.at(-1) ?? seen, seen, around) })))
      .filter(({ sure }) => sure > 0)
      .toSorted((a, b) => b.sure - a.sure)
    const [taken, used] = [new Set<Seen>(), new Set<object>()]
    for (const { seen, one } of pairs) {
      if (taken.has(seen) || used.has(one)) continue
      one.seen.push(seen)
      taken.add(seen)
      used.add(one)
    }
    all.push(...now.filter((seen) => !taken.has(seen)).map((seen) => ({ seen: [seen] })))
  }
  return all.map(({ seen }) => ({ seen: seen.map(({ thing }) => thing) }))
}
