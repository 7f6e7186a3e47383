import { agreed, countsAs, neededFrames, seenFrames, toBoxes } from './agreement.ts'
import type { SeenFacts, Sighting } from './facts.ts'
import { nothingSeen, type Looked, type TaskInput } from './findings.ts'
import { shapeOf } from './follow.ts'
import { RULE_ENGINE } from './limits.ts'
import { footDistance, overlapOf } from './zones.ts'

type People = { seen: Sighting[]; lying: Sighting[] } | 'nobody-looked'

/** Those who lie in the place. Whoever lies was found by a look at the turned picture, so a weaker score is enough. */
function lyingIn({ facts, place }: Pick<TaskInput, 'facts' | 'place'>): People {
  const people = facts.sightings.filter((thing) => thing.class === 'person' && !thing.masked)
  if (people.length > 0 && people.every(({ posture }) => posture === undefined)) return 'nobody-looked'
  return {
    seen: people,
    lying: people.filter(({ posture, box }) => posture === 'lying' && place.holds(box)),
  }
}

/** Who lies is often seen on turned pictures alone, so nobody is known to lie or not where those were not looked at. */
const nobodyLies = (facts: SeenFacts): Looked =>
  facts.turned?.isComplete === false ? { outcome: 'not-seen', why: 'postures' } : nothingSeen(facts)

/**
 * Those who lie at one place on enough of the pictures that were turned. Leaves and lines look like somebody who lies now here, now there; who lies
 * stays where they are.
 */
function lyingAgreed(facts: SeenFacts, lying: readonly Sighting[]): Sighting[] {
  const needed = neededFrames(facts.turned?.frames.length ?? seenFrames(facts).length)
  return lying.filter(({ box }) => {
    const here = lying.filter((other) => overlapOf(other.box, box) >= RULE_ENGINE.lyingPlace)
    return new Set(here.map(({ frame }) => frame)).size >= needed
  })
}

/** Somebody lies, agreed by the pictures that were turned. */
export function lookForLying(input: TaskInput): Looked {
  const people = lyingIn(input)
  if (people === 'nobody-looked') return { outcome: 'not-seen', why: 'postures' }
  const lying = lyingAgreed(input.facts, people.lying)
  return lying.length > 0 ? { outcome: 'hit', boxes: toBoxes(lying) } : nobodyLies(input.facts)
}

/** Somebody lies where somebody stood a short time before, on an earlier picture of this alarm or on one of an earlier alarm. */
export function lookForFalling(input: TaskInput): Looked {
  const { facts, seen, now } = input
  const people = lyingIn(input)
  if (people === 'nobody-looked') return { outcome: 'not-seen', why: 'postures' }
  const shape = shapeOf(facts)
  const fallen = people.lying.flatMap((thing) => {
    const at = now + (facts.pictures[thing.frame]?.offsetMs ?? 0)
    const length = Math.max(thing.box.height, thing.box.width * shape)
    const upright = seen.filter(
      (before) =>
        before.class === 'person' &&
        before.posture === 'upright' &&
        before.at < at &&
        at - before.at <= RULE_ENGINE.gapMs &&
        footDistance(before.box, thing.box, shape) <= 1.5 * Math.max(length, before.box.height),
    )
    const last = upright.toSorted((a, b) => b.at - a.at)[0]
    return last === undefined ? [] : [{ thing, seconds: Math.round((at - last.at) / 1_000) }]
  })
  const [first] = fallen
  if (first === undefined) return nobodyLies(facts)
  return { outcome: 'hit', boxes: toBoxes(fallen.map(({ thing }) => thing)), seconds: first.seconds }
}

/** Somebody's foot point is within the drawn face of a fence or wall, agreed by the pictures: nobody stands in the air. */
export function lookForClimbing({ facts, place }: TaskInput): Looked {
  const climbing = facts.sightings.filter((thing) => countsAs(thing, 'person') && place.holds(thing.box))
  const sure = agreed(facts, climbing)
  return sure.length > 0 ? { outcome: 'hit', boxes: toBoxes(sure) } : nothingSeen(facts)
}
