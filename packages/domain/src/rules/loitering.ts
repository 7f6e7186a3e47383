import { beginOf, countsAs, toBoxes } from './agreement.ts'
import { nothingSeen, type Looked, type TaskInput } from './findings.ts'
import type { SeenThing } from './rule-memory.ts'

/** Somebody who stays moves at some time. What several pictures of each alarm show without any movement is a post, or a branch. */
const isPartOfScene = (kind: string, seen: readonly SeenThing[]): boolean =>
  kind === 'person' && seen.every(({ still }) => still === true)

/**
 * The same one in the place over the whole period. A stream of people who pass is none, since each of them is another one. Who leaves the
 * place and comes back begins anew.
 */
export function lookForLoitering({ rule, place, facts, now, tracksOf }: TaskInput): Looked {
  const periodMs = (rule.detectionPeriod ?? 0) * 1_000
  const kind = rule.objectType
  const here = facts.sightings.filter((thing) => countsAs(thing, kind) && place.holds(thing.box))
  if (here.length === 0) return nothingSeen(facts)
  if (here.every(({ look }) => look === undefined)) return { outcome: 'not-seen', why: 'looks' }
  const tracks = tracksOf(kind)
  const began = beginOf(facts, now)
  const stays = tracks
    .flatMap((one) => {
      const last = one.seen.at(-1)
      const outside = one.seen.findLastIndex(({ box }) => !place.holds(box))
      const inside = one.seen.slice(outside + 1)
      const [first] = inside
      if (!last || !first || last.at < began || isPartOfScene(kind, inside)) return []
      return [{ last, ms: last.at - first.at }]
    })
    .toSorted((a, b) => b.ms - a.ms)
  const [longest] = stays
  if (longest === undefined || longest.ms < periodMs) return nothingSeen(facts)
  const { last, ms } = longest
  const boxes = here.filter(
    ({ box, frame }) => box === last.box || (facts.pictures[frame]?.offsetMs ?? 0) + now === last.at,
  )
  const own = boxes.filter(({ box }) => box === last.box)
  return { outcome: 'hit', boxes: toBoxes(own.length > 0 ? own : boxes), seconds: Math.round(ms / 1_000) }
}
