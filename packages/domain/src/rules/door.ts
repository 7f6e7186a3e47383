import { NOTHING, nothingSeen, type Looked, type TaskInput } from './findings.ts'
import { RULE_ENGINE } from './limits.ts'
import type { Look } from './rule-memory.ts'

/** Whether the zone differs from its usual picture, to be remembered. */
export const doorLooks = (
  { key, now, facts, zoneId }: Pick<TaskInput, 'key' | 'now' | 'facts'> & { zoneId: string },
  alarm: string,
): Look[] => {
  const differs = facts.zones.find(({ id }) => id === zoneId)?.differs ?? null
  return differs === null ? [] : [{ key, alarm, at: now, holds: differs }]
}

/** The zone of a door differs from its usual picture, in the same light, in all looks over the period. */
export function lookForObstruction({ rule, place, facts, memory, key, now }: TaskInput, zoneId: string): Looked {
  const differs = facts.zones.find(({ id }) => id === zoneId)?.differs ?? null
  if (differs === null) return { outcome: 'not-seen', why: 'usual-picture' }
  if (!differs) return NOTHING
  const before = memory.looks.filter((look) => look.key === key).toSorted((a, b) => b.at - a.at)
  let since = now
  for (const look of before) {
    // Hours without a look say nothing about the time between.
    if (!look.holds || since - look.at > RULE_ENGINE.memoryMs) break
    since = look.at
  }
  const ms = now - since
  if (since === now || ms < (rule.detectionPeriod ?? 0) * 1_000) return nothingSeen({ isComplete: true })
  const box = place.zone === null ? [] : [{ frame: 0, box: boundsOf(place.zone.points), label: place.zone.name }]
  return { outcome: 'hit', boxes: box, seconds: Math.round(ms / 1_000) }
}

function boundsOf(points: readonly (readonly [number, number])[]) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
