import { countsAs, toBoxes } from './agreement.ts'
import { countFrames } from './count.ts'
import { nothingSeen, type Looked, type TaskInput } from './findings.ts'
import { RULE_ENGINE } from './limits.ts'
import type { Look } from './rule-memory.ts'

const leastOf = ({ detectionMin }: TaskInput['rule']): number => detectionMin ?? 2

/** Whether there were enough on each of this alarm's pictures, to be remembered. */
export const crowdLooks = (input: TaskInput, alarm: string): Look[] =>
  countFrames(input).map(([frame, count]) => ({
    key: input.key,
    alarm,
    at: input.now + (input.facts.pictures[frame]?.offsetMs ?? 0),
    holds: count >= leastOf(input.rule),
  }))

/**
 * The looks since which there were always enough, the earliest first. A detector misses somebody now and then, so one look with too few
 * between two with enough does not end it. A gap that is too long says nothing about the time in between.
 */
function lastRun(looks: readonly Look[], gapMs: number): Look[] {
  const run: Look[] = []
  let previous: Look | undefined
  let missed = 0
  for (const look of looks.toSorted((a, b) => b.at - a.at)) {
    if (previous !== undefined && previous.at - look.at > gapMs) break
    previous = look
    missed = look.holds ? 0 : missed + 1
    if (missed > 1) break
    if (missed === 0) run.push(look)
  }
  return run.toReversed()
}

/** The longest time between two looks at a crowd that still says something of the time in between. */
export const crowdGap = ({ detectionPeriod }: TaskInput['rule']): number =>
  Math.max((detectionPeriod ?? 0) * 1_000, RULE_ENGINE.gapMs)

/** At least n during the whole period, in three looks or more. */
export function lookForCrowd(input: TaskInput): Looked {
  const { rule, place, facts, memory, key } = input
  const periodMs = (rule.detectionPeriod ?? 0) * 1_000
  const now = crowdLooks(input, '')
  const before = memory.looks.filter((look) => look.key === key)
  const run = lastRun([...before, ...now], crowdGap(rule))
  const [first, last] = [run[0], run.at(-1)]
  // A crowd that has gone is none.
  if (first === undefined || last === undefined || !now.includes(last)) return nothingSeen(facts)
  const lasted = last.at - first.at
  if (run.length < RULE_ENGINE.crowdLooks || lasted < periodMs) return nothingSeen(facts)
  const things = facts.sightings.filter((thing) => countsAs(thing, rule.objectType) && place.holds(thing.box))
  const [, count] = countFrames(input)[now.indexOf(last)] ?? []
  return {
    outcome: 'hit',
    boxes: toBoxes(things),
    ...(count !== undefined && { count }),
    seconds: Math.round(lasted / 1_000),
  }
}
