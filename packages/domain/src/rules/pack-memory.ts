import type { FactBox } from './facts.ts'
import { emptyRuleMemory, type LastHit, type Look, type RuleMemory, type SeenThing } from './rule-memory.ts'

/** Places are kept as thousandths of the picture. */
const PARTS = 1_000

type PackedThing = [
  alarm: number,
  at: number,
  kind: string,
  x: number,
  y: number,
  width: number,
  height: number,
  look: string,
  posture: string,
  attended: 0 | 1 | -1,
  /** Left out where it moved, or where that is not known. */
  still?: 1,
]

/** A memory as it is stored: names of alarms and keys stand in it once, and times count from the earliest. */
interface PackedMemory {
  version: 2
  since: number
  alarms: string[]
  things: PackedThing[]
  /** By key: alarm, time, and whether it was so (1 or 0), one after the other. */
  looks: Record<string, number[]>
  hits: [key: string, alarm: string, at: number][]
}

export function packMemory({ things, looks, hits }: RuleMemory): PackedMemory {
  const times = [...things, ...looks].map(({ at }) => at)
  const since = times.length === 0 ? 0 : times.reduce((one, other) => Math.min(one, other))
  const alarms = new Map<string, number>()
  const numberOf = (alarm: string): number => {
    const known = alarms.get(alarm) ?? alarms.size
    alarms.set(alarm, known)
    return known
  }
  const part = (share: number): number => Math.round(share * PARTS)
  const packedThings = things.map(({ alarm, at, class: kind, box, look, posture, attended, still }): PackedThing => {
    const { x, y, width, height } = box
    const withSomebody = attended === undefined ? -1 : attended ? 1 : 0
    const place = [part(x), part(y), part(width), part(height)] as const
    const isStill = still === true ? ([1] as const) : ([] as const)
    return [numberOf(alarm), at - since, kind, ...place, look ?? '', posture ?? '', withSomebody, ...isStill]
  })
  const packedLooks: Record<string, number[]> = {}
  for (const { key, alarm, at, holds } of looks)
    (packedLooks[key] ??= []).push(numberOf(alarm), at - since, holds ? 1 : 0)
  return {
    version: 2,
    since,
    alarms: [...alarms.keys()],
    things: packedThings,
    looks: packedLooks,
    hits: hits.map(({ key, alarm, at }) => [key, alarm, at]),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isListOfLists = (value: unknown): boolean => Array.isArray(value) && value.every((each) => Array.isArray(each))

const isPacked = (stored: unknown): stored is PackedMemory =>
  isRecord(stored) &&
  stored['version'] === 2 &&
  typeof stored['since'] === 'number' &&
  Array.isArray(stored['alarms']) &&
  isListOfLists(stored['things']) &&
  isRecord(stored['looks']) &&
  isListOfLists(Object.values(stored['looks'])) &&
  isListOfLists(stored['hits'])

const boxOf = ([x, y, width, height]: readonly [number, number, number, number]): FactBox => ({
  x: x / PARTS,
  y: y / PARTS,
  width: width / PARTS,
  height: height / PARTS,
})

function unpackLooks({ since, alarms, looks }: PackedMemory): Look[] {
  return Object.entries(looks).flatMap(([key, packed]) =>
    Array.from({ length: Math.floor(packed.length / 3) }, (_, index): Look => {
      const [alarm = -1, at = 0, holds = 0] = packed.slice(3 * index, 3 * index + 3)
      return { key, alarm: alarms[alarm] ?? '', at: since + at, holds: holds === 1 }
    }),
  )
}

/** Reads a stored memory. What cannot be read is forgotten. */
export function readRuleMemory(stored: unknown): RuleMemory {
  if (!isPacked(stored)) return emptyRuleMemory()
  const { since, alarms, things, hits } = stored
  return {
    things: things.map(([alarm, at, kind, x, y, width, height, look, posture, attended, still]): SeenThing => ({
      alarm: alarms[alarm] ?? '',
      at: since + at,
      class: kind,
      box: boxOf([x, y, width, height]),
      ...(look !== '' && { look }),
      ...(posture !== '' && { posture }),
      ...(attended !== -1 && { attended: attended === 1 }),
      ...(still === 1 && { still: true }),
    })),
    looks: unpackLooks(stored),
    hits: hits.map(([key, alarm, at]): LastHit => ({ key, alarm, at })),
  }
}

/** What a memory takes where it is stored. It holds ASCII alone. */
export const storedBytes = (memory: RuleMemory): number => JSON.stringify(packMemory(memory)).length
