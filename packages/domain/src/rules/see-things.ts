import { countsAs } from './agreement.ts'
import type { SeenFacts, Sighting } from './facts.ts'
import { shapeOf } from './follow.ts'
import { RULE_ENGINE } from './limits.ts'
import type { SeenThing } from './rule-memory.ts'
import { footDistance } from './zones.ts'

/** Whether somebody is near a bag on its picture. Bags in somebody's hands overlap them. */
function isAttended(bag: Sighting, facts: SeenFacts): boolean {
  return facts.sightings.some(
    (thing) =>
      thing.frame === bag.frame &&
      countsAs(thing, 'person') &&
      footDistance(thing.box, bag.box, shapeOf(facts)) <=
        RULE_ENGINE.nearby * Math.max(thing.box.height, bag.box.height),
  )
}

/** The people and other objects of an alarm as the memory keeps them. */
export function seeThings(
  facts: SeenFacts,
  { alarm, now, classes }: { alarm: string; now: number; classes: ReadonlySet<string> },
): SeenThing[] {
  return facts.sightings
    .filter((thing) => classes.has(thing.class) && countsAs(thing, thing.class))
    .map((thing) => ({
      alarm,
      at: now + (facts.pictures[thing.frame]?.offsetMs ?? 0),
      class: thing.class,
      box: thing.box,
      ...(thing.look !== undefined && { look: thing.look }),
      ...(thing.posture !== undefined && { posture: thing.posture }),
      ...(thing.moved === false && { still: true }),
      ...(thing.class === 'bag' && { attended: isAttended(thing, facts) }),
    }))
}

/** Of each picture's people and bags, those of the first and the last moment of an alarm: enough to know them again. */
export function worthKeeping(things: readonly SeenThing[]): SeenThing[] {
  const moments = things.map(({ at }) => at)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  return things.filter(({ at }) => at === first || at === last)
}
