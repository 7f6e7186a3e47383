import { countsAs, neededFrames, seenFrames, toBoxes } from './agreement.ts'
import { nothingSeen, type Looked, type TaskInput } from './findings.ts'

/** How many objects of the rule's class are in the place, for each picture that was looked at. */
export function countFrames({
  rule,
  place,
  facts,
}: Pick<TaskInput, 'rule' | 'place' | 'facts'>): [frame: number, count: number][] {
  const counts = new Map(seenFrames(facts).map((frame) => [frame, 0]))
  for (const thing of facts.sightings) {
    const count = counts.get(thing.frame)
    if (count !== undefined && countsAs(thing, rule.objectType) && place.holds(thing.box))
      counts.set(thing.frame, count + 1)
  }
  return [...counts]
}

/**
 * Between min and max objects of a class, agreed by the pictures. With a maximum, more than half of them must agree, because a detector
 * that misses somebody makes the number smaller, not larger.
 */
export function lookForCount(input: TaskInput): Looked {
  const { rule, place, facts } = input
  const { detectionMin: min, detectionMax: max } = rule
  const counts = countFrames(input)
  if (counts.length === 0) return { outcome: 'not-seen', why: 'pictures' }
  // What was not looked at may show more than the maximum.
  if (max !== null && !facts.isComplete) return { outcome: 'not-seen', why: 'pictures' }
  const fitting = counts.filter(([, count]) => count >= (min ?? 0) && (max === null || count <= max))
  const needed = max === null ? neededFrames(counts.length) : Math.floor(counts.length / 2) + 1
  if (fitting.length < needed) return nothingSeen(facts)
  const frames = new Set(fitting.map(([frame]) => frame))
  const things = facts.sightings.filter(
    (thing) => frames.has(thing.frame) && countsAs(thing, rule.objectType) && place.holds(thing.box),
  )
  return { outcome: 'hit', boxes: toBoxes(things), count: Math.max(...fitting.map(([, count]) => count)) }
}
