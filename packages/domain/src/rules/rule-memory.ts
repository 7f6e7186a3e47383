import { RULE_ENGINE } from './limits.ts'
import type { FactBox } from './facts.ts'

/** A person or a bag that was seen at a moment. */
export interface SeenThing {
  /** The alarm that showed it. */
  alarm: string
  /** Milliseconds since 1970. */
  at: number
  class: string
  box: FactBox
  look?: string | undefined
  posture?: string | undefined
  /** For a bag: whether somebody was near. */
  attended?: boolean | undefined
}

/** A number that a task counted, or a state that it saw, at a moment. */
export interface Look {
  key: string
  alarm: string
  at: number
  count: number
}

/** The key of the looks that tell when people and bags were looked for. */
export const LOOKED = 'looked'

/** The last hit of a task that was passed on. */
export interface LastHit {
  key: string
  alarm: string
  at: number
}

/**
 * The memory of the rules of one camera. Places and looks of people end after the longest period of the rules or an hour, and it is never
 * exported.
 */
export interface RuleMemory {
  version: 1
  things: SeenThing[]
  looks: Look[]
  hits: LastHit[]
}

export const emptyRuleMemory = (): RuleMemory => ({ version: 1, things: [], looks: [], hits: [] })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((each) => isRecord(each) && typeof each['at'] === 'number')

const isRuleMemory = (stored: unknown): stored is RuleMemory =>
  isRecord(stored) &&
  stored['version'] === 1 &&
  isList(stored['things']) &&
  isList(stored['looks']) &&
  isList(stored['hits'])

/** Reads a stored memory. What cannot be read is forgotten. */
export const readRuleMemory = (stored: unknown): RuleMemory => (isRuleMemory(stored) ? stored : emptyRuleMemory())

/**
 * The memory before an alarm: without what a former analysis of the same alarm left, and without what was seen after it, which is the case
 * when later alarms were analysed first.
 */
export const memoryBefore = ({ things, looks, hits }: RuleMemory, alarm: string, at: number): RuleMemory => {
  const isEarlier = (one: { alarm: string; at: number }) => one.alarm !== alarm && one.at <= at
  return {
    version: 1,
    things: things.filter(isEarlier),
    looks: looks.filter(isEarlier),
    hits: hits.filter((hit) => hit.alarm !== alarm),
  }
}

const SMALLEST_STEP = 0.001
const rounded = (value: number): number => Math.round(value / SMALLEST_STEP) / (1 / SMALLEST_STEP)
const short = ({ x, y, width, height }: FactBox): FactBox => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
})

/**
 * The memory to store: without what is over, and with the newest of what fits.
 * @param longestMs the longest period of the camera's rules
 */
export function trimMemory(memory: RuleMemory, { now, longestMs }: { now: number; longestMs: number }): RuleMemory {
  const { memoryMs, gapMs, memoryBytes } = RULE_ENGINE
  const ofPeople = Math.min(longestMs + gapMs, memoryMs)
  const isFresh = (at: number, ms: number) => now - at <= ms
  const kept: RuleMemory = {
    version: 1,
    things: memory.things
      .filter(({ class: kind, at }) => isFresh(at, kind === 'person' ? ofPeople : memoryMs))
      .map((thing) => ({ ...thing, box: short(thing.box) })),
    looks: memory.looks.filter(({ at }) => isFresh(at, memoryMs)),
    hits: memory.hits.filter(({ at }) => isFresh(at, 24 * memoryMs)),
  }
  // Half of what there is too much of is dropped at once, so that this ends after few rounds.
  while (JSON.stringify(kept).length > memoryBytes) {
    const drop = <T extends { at: number }>(list: T[]) =>
      list.toSorted((a, b) => a.at - b.at).slice(Math.ceil(list.length / 4))
    if (kept.things.length + kept.looks.length > 0) {
      kept.things = drop(kept.things)
      kept.looks = drop(kept.looks)
    } else kept.hits = drop(kept.hits)
  }
  return kept
}
