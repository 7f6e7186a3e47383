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
import { findPlateMatches } from '@winnow/server/src/modules/rules/plate-matches.ts'
import {
  newListKey,
  openListKey,
  plateNumbers,
  sealPlate,
} from '@winnow/server/src/modules/rules/watch-list-secrets.ts'
import { newKeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import { inSystem, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { newId } from '@winnow/server/src/platform/ids.ts'
import { sql } from 'kysely'
import type { Bench, Size } from '../bench.ts'
import { measure, summarise } from '../samples.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
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

function makeRule(at: number): Rule {
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
  for (let at = 0; at < alarms; at += 1) {
    const facts = factsAt(at, people)
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
  return { ...summarise(took), bytes: JSON.stringify(packMemory(memory)).length }
}

const PLATES: Record<Size, number> = { small: 100_000, full: 100_000 }
const plateOf = (n: number): string => `${n.toString(36).padStart(5, 'A')}${n % 10}`

async function fillList(db: Db, plates: number) {
  const keys = newKeyRing()
  const [companyId, listId] = [newId(), newId()]
  const indexKey = newListKey(keys, listId)
  const key = openListKey(keys, listId, indexKey)
  await inSystem(
    db,
    async (tx) => {
      await sql`insert into company (id, name) values (${companyId}, ${`Plates ${companyId}`})`.execute(tx)
      await sql`insert into watch_list (id, company_id, name, retention_days, sealed_index, changed_at, changed_by)
        values (${listId}, ${companyId}, 'Plates', 90, ${indexKey}, now(), '')`.execute(tx)
      for (let from = 0; from < plates; from += 10_000) {
        const some = Array.from({ length: 10_000 }, (_, at) => ({
          id: newId(),
          plate: plateOf(from + at),
          numbers: plateNumbers(key, plateOf(from + at)),
        }))
        await sql`insert into watch_plate (id, company_id, list_id, sealed, lookup, outside_first, outside_middle,
            outside_last, near, exact, expires_at, added_at, added_by)
          select p.id, ${companyId}, ${listId}, p.sealed, p.lookup, p.first, p.middle, p.last, p.near::bigint[], p.n,
            now() + interval '90 days', now(), ''
          from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ id, plate }) => sealPlate(keys, id, { plate, note: '' }))}::text[],
            ${some.map(({ numbers }) => numbers.lookup)}::bigint[], ${some.map(({ numbers }) => numbers.first)}::bigint[],
            ${some.map(({ numbers }) => numbers.middle)}::bigint[], ${some.map(({ numbers }) => numbers.last)}::bigint[],
            ${some.map(({ numbers }) => `{${numbers.near.join(',')}}`)}::text[],
            ${some.map((_, at) => `${from + at}`)}::bigint[]) as p (id, sealed, lookup, first, middle, last, near, n)`.execute(
          tx,
        )
      }
      await sql`analyze watch_plate`.execute(tx).catch(() => undefined)
    },
    { statementTimeoutMs: 0 },
  )
  return { keys, listId }
}

/** Measures 20 rules on one alarm, and a plate on a list of 100,000. */
export const bench: Bench = async ({ size }) => {
  const head = ['people on 5 pictures', 'p50 ms', 'p95 ms', 'most ms', 'memory in bytes']
  const cases = [0, 2, 6, 20].map((people) => {
    const { p50, p95, max, bytes } = judge(people, size === 'full' ? 1_000 : 200)
    return [people, p50, p95, max, bytes]
  })
  console.log('20 rules of all kinds with two zones of 40 corners, on alarms 20 s apart:')
  printTable(head, cases)
  const database = await openBenchDatabase({ name: 'rules', version: '1', write: () => Promise.resolve() })
  try {
    const { keys, listId } = await fillList(database.owner, PLATES[size])
    const now = new Date()
    const rows: (string | number)[][] = []
    for (const [what, threshold] of [
      ['all characters agree', null],
      ['one character may differ', 0.8],
    ] as const) {
      const rule: Rule = { ...makeRule(3), meta: { listId }, detectionSimilarityThreshold: threshold }
      let n = 0
      const look = (text: string) =>
        inSystem(database.runtime, (tx) =>
          findPlateMatches(tx, keys, { rules: [rule], read: [{ text, isSure: true, frame: 0 }], now }),
        )
      const idle = await measure(200, () => inSystem(database.runtime, (tx) => sql`select 1`.execute(tx)))
      const found = await measure(200, () => look(plateOf((n += 97))))
      const other = await measure(200, () => look(`${plateOf((n += 97)).slice(0, -1)}Y`))
      const missed = await measure(200, () => look('ZZ99ZZ'))
      rows.push([what, idle.p50, found.p50, found.p95, other.p50, other.p95, missed.p50, missed.p95])
    }
    console.log(`\nOne plate against a list of ${PLATES[size].toLocaleString('en')}, with its transaction:`)
    printTable(
      [
        'rule',
        'empty transaction p50 ms',
        'listed p50 ms',
        'p95 ms',
        'last one differs p50 ms',
        'p95 ms',
        'not listed p50 ms',
        'p95 ms',
      ],
      rows,
    )
  } finally {
    await database.close()
  }
}
