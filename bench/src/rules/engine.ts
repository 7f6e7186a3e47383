import {
  emptyRuleMemory,
  evaluateRules,
  packMemory,
  type Rule,
  type RuleMemory,
  type RuleType,
  type SeenFacts,
  type Sighting,
} from '@winnow/domain'
import { newId } from '@winnow/server/src/platform/ids.ts'
import type { Size } from '../bench.ts'
import { summarise } from '../samples.ts'
import { printTable } from '../table.ts'

const TYPES: readonly [RuleType, Rule['categories']][] = [
  ['count', []],
  ['crowd_forming', []],
  ['loitering', []],
  ['licence_plate', []],
  ['safety_compliance', ['falling', 'lying', 'baggage']],
  ['behavioural_anomaly', ['crowd', 'climbing']],
  ['hazard', ['smoke_fire', 'obstructed_door']],
]
const ZONE = Array.from({ length: 40 }, (_, at): [number, number] => [
  0.5 + 0.45 * Math.cos((at * Math.PI) / 20),
  0.5 + 0.45 * Math.sin((at * Math.PI) / 20),
])

export function makeRule(at: number): Rule {
  const [detectionType, categories] = TYPES[at % TYPES.length] ?? ['count', []]
  return {
    id: newId(),
    name: `Rule ${at}`,
    detectionType,
    categories,
    detectionMin: 3,
    detectionMax: null,
    detectionPeriod: 60,
    detectionSimilarityThreshold: null,
    detectionCondition: 'inside',
    detectionTimeout: 60,
    detectionTimeoutActive: true,
    objectType: 'person',
    meta: {},
    zones: [
      { name: 'One', points: ZONE },
      { name: 'Two', points: ZONE.map(([x, y]) => [x * 0.5, y]) },
    ],
    visualType: 'box',
  }
}
const rules = Array.from({ length: 20 }, (_, at) => makeRule(at))

/** A look of somebody: each person has another one, which changes a little. */
const lookOf = (who: number, at: number): string =>
  btoa(String.fromCodePoint(...Array.from({ length: 48 }, (_, bin) => (bin % 7 === who % 7 ? 200 - (at % 9) : 10))))

/** Five pictures with this number of people, a bag and a plate. */
function factsAt(at: number, people: number): SeenFacts {
  const of = (frame: number, who: number): Sighting => ({
    frame,
    class: who === people ? 'bag' : 'person',
    label: 'person',
    score: 0.8,
    box: { x: 0.1 + who / (people + 2) / 1.2, y: 0.3 + (at % 5) / 100, width: 0.05, height: 0.2 },
    masked: false,
    static: false,
    moved: true,
    look: lookOf(who, at),
    posture: 'upright',
  })
  return {
    pictures: [0, 1, 2, 3, 4].map((frame) => ({ offsetMs: frame * 1_000, width: 1920, height: 1080, seen: true })),
    sightings: [0, 1, 2, 3, 4].flatMap((frame) => Array.from({ length: people + 1 }, (_, who) => of(frame, who))),
    plates: { plates: [{ text: 'AB12CD', isSure: true, frame: 0 }], isComplete: true },
    zones: [],
    capabilities: [{ capability: 'fire', looked: true, labels: ['fire'], sightings: [] }],
    isComplete: true,
  }
}

/** Alarms of one camera, 20 seconds apart. */
function judge(people: number, alarms: number) {
  let memory: RuleMemory = emptyRuleMemory()
  const took: number[] = []
  const seen = Array.from({ length: alarms }, (_, at) => factsAt(at, people))
  const before = process.threadCpuUsage()
  for (const [at, facts] of seen.entries()) {
    const receivedAt = new Date(Date.UTC(2026, 0, 1) + at * 20_000)
    const began = performance.now()
    memory = evaluateRules({
      id: `alarm ${at}`,
      receivedAt,
      facts,
      rules,
      memory,
      matches: [],
      lists: [],
      numberOf: String,
    }).memory
    took.push(performance.now() - began)
  }
  const { user, system } = process.threadCpuUsage(before)
  return {
    ...summarise(took),
    processor: (user + system) / 1_000 / alarms,
    bytes: JSON.stringify(packMemory(memory)).length,
  }
}

/** Twenty rules on alarms of a camera. The time of the processor is what the engine takes; the other times are those of a machine with other work, too. */
export function printEngine(size: Size): void {
  const cases = [0, 2, 6, 20].map((people) => {
    const { p50, p95, max, processor, bytes } = judge(people, size === 'full' ? 1_000 : 200)
    return [`${people}`, processor, p50, p95, max, `${bytes}`]
  })
  console.log('20 rules of all kinds with two zones of 40 corners, on alarms 20 s apart; milliseconds an alarm:')
  printTable(['people on 5 pictures', 'processor', 'p50', 'p95', 'most', 'memory in bytes'], cases)
}
