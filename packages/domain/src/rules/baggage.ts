import { beginOf, countsAs, toBoxes } from './agreement.ts'
import { nothingSeen, type Looked, type TaskInput } from './findings.ts'
import { RULE_ENGINE } from './limits.ts'
import { LOOKED, type SeenThing } from './rule-memory.ts'
import { overlapOf } from './zones.ts'

/**
 * A bag that stays at its place over the period with nobody near. It must have come: somebody was with it, or an earlier look at this place
 * showed none. What always stands there, and a detector takes for a bag, is none.
 */
export function lookForBaggage({ rule, place, facts, seen, now, memory }: TaskInput): Looked {
  const periodMs = (rule.detectionPeriod ?? 0) * 1_000
  const began = beginOf(facts, now)
  const bags = facts.sightings.filter((thing) => countsAs(thing, 'bag') && place.holds(thing.box))
  const isThere = (thing: SeenThing, box: SeenThing['box']) =>
    thing.class === 'bag' && overlapOf(thing.box, box) >= RULE_ENGINE.samePlace
  const left = bags.flatMap((bag) => {
    const stays = seen.filter((thing) => isThere(thing, bag.box)).toSorted((a, b) => a.at - b.at)
    const attended = stays.findLastIndex((thing) => thing.attended === true)
    const alone = stays.slice(attended + 1)
    const [first, last] = [alone[0], alone.at(-1)]
    if (first === undefined || last === undefined || last.at < began) return []
    const wasEmpty = memory.looks.some(({ key, at }) => key === LOOKED && at < first.at)
    const ms = last.at - first.at
    return ms >= periodMs && (attended >= 0 || wasEmpty) ? [{ bag, ms }] : []
  })
  const [longest] = left.toSorted((a, b) => b.ms - a.ms)
  if (longest === undefined) return nothingSeen(facts)
  return { outcome: 'hit', boxes: toBoxes(left.map(({ bag }) => bag)), seconds: Math.round(longest.ms / 1_000) }
}
