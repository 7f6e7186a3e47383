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

/** What one alarm left in the memory. */
interface Left {
  alarm: string
  at: number
  bytes: number
  /** Whether what it says would be untrue without it: somebody was with a bag, or a door was free. */
  isTelling: boolean
}

const bytesOf = (one: object): number => JSON.stringify(one).length + 1
const sumOf = (list: readonly object[]): number => list.reduce((sum: number, one) => sum + bytesOf(one), 0)

function leftBy({ things, looks }: RuleMemory): Left[] {
  const all = new Map<string, Left>()
  for (const one of [...things, ...looks]) {
    const { alarm, at } = one
    const left = all.get(alarm) ?? { alarm, at, bytes: 0, isTelling: false }
    const isTelling = 'key' in one ? one.key !== LOOKED && one.count === 0 : one.attended === true
    all.set(alarm, {
      alarm,
      at: Math.min(left.at, at),
      bytes: left.bytes + bytesOf(one),
      isTelling: left.isTelling || isTelling,
    })
  }
  return [...all.values()].toSorted((a, b) => a.at - b.at)
}

/** The alarm that is missed least: that with the closest neighbours. Where all are far apart, the oldest. */
function leastMissed(left: readonly Left[]): number {
  let [best, least] = [0, Infinity]
  for (const [index, { isTelling }] of left.entries()) {
    const [before, after] = [left[index - 1], left[index + 1]]
    if (index === 0 || before === undefined || after === undefined || isTelling) continue
    const gap = after.at - before.at
    if (gap < least && gap <= RULE_ENGINE.gapMs) [best, least] = [index, gap]
  }
  return best
}

const dropOldest = <T extends { at: number }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.at - b.at).slice(Math.ceil(list.length / 4))

/**
 * The part of a memory that fits. Alarms that come close together are thinned out whole, so that it still reaches over the longest period, and
 * hits that are held do not crowd out what was seen.
 */
function fitted(memory: RuleMemory): RuleMemory {
  const { memoryBytes } = RULE_ENGINE
  if (JSON.stringify(memory).length <= memoryBytes) return memory
  let { hits } = memory
  while (sumOf(hits) > memoryBytes / 2) hits = dropOldest(hits)
  const left = leftBy(memory)
  let bytes = bytesOf({ ...emptyRuleMemory(), hits }) + left.reduce((sum, one) => sum + one.bytes, 0)
  while (bytes > memoryBytes && left.length > 1) bytes -= left.splice(leastMissed(left), 1)[0]?.bytes ?? 0
  const isKept = new Set(left.map(({ alarm }) => alarm))
  let things = memory.things.filter(({ alarm }) => isKept.has(alarm))
  let looks = memory.looks.filter(({ alarm }) => isKept.has(alarm))
  // One alarm alone can be too much.
  while (JSON.stringify({ version: 1, things, looks, hits }).length > memoryBytes)
    [things, looks] = [dropOldest(things), dropOldest(looks)]
  return { version: 1, things, looks, hits }
}

/**
 * The memory to store: without what is over, and of the rest what fits.
 * @param longestMs the longest period of the camera's rules
 */
export function trimMemory(memory: RuleMemory, { now, longestMs }: { now: number; longestMs: number }): RuleMemory {
  const { memoryMs, gapMs } = RULE_ENGINE
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
  return fitted(kept)
}
