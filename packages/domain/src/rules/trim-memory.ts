import type { GapOf } from './fewer-looks.ts'
import { fitMemory } from './fit-memory.ts'
import { RULE_ENGINE } from './limits.ts'
import type { RuleMemory } from './rule-memory.ts'

/**
 * The memory to keep: without what is over, and of the rest what fits.
 * @param longestMs the longest period of the camera's rules
 * @param gapOf the longest time between two looks of a task that still says something of the time in between
 */
export function trimMemory(
  memory: RuleMemory,
  { now, longestMs, gapOf }: { now: number; longestMs: number; gapOf: GapOf },
): RuleMemory {
  const { memoryMs, gapMs } = RULE_ENGINE
  const ofPeople = Math.min(longestMs + gapMs, memoryMs)
  const isFresh = (at: number, ms: number) => now - at <= ms
  return fitMemory(
    {
      things: memory.things.filter(({ class: kind, at }) => isFresh(at, kind === 'person' ? ofPeople : memoryMs)),
      looks: memory.looks.filter(({ at }) => isFresh(at, memoryMs)),
      hits: memory.hits.filter(({ at }) => isFresh(at, 24 * memoryMs)),
    },
    gapOf,
  )
}
