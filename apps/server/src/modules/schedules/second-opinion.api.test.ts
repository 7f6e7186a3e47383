// The decision against a second implementation: PostgreSQL walks minute by minute with its own table of zones (AT TIME ZONE), and knows
// nothing of ours but the windows.
import { createHash } from 'node:crypto'
import { offsetPeriods, readSchedule, scheduleAt, type StoredSchedule } from '@winnow/domain'
import { drawSample, seedOfRun } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface Minute {
  at: Date
  local: Date
  counts: boolean
}

/** Walks through the minutes of a time. A window is open from the first minute that has its start behind it, to the last before its end. */
async function walk(stored: StoredSchedule, zone: string, from: Date, to: Date): Promise<Minute[]> {
  const { rows } = await inSystem(database.runtime, (tx) =>
    sql<Minute>`
      with stored as (select ${JSON.stringify(stored)}::jsonb as s),
      minutes as (
        select at, at at time zone ${zone} as local
        from generate_series(${from}::timestamptz - interval '1 day', ${to}::timestamptz + interval '1 day', interval '1 minute') at),
      walked as (
        select at, local, max(local) over (order by at) as latest, min(local) over (order by at desc) as earliest from minutes),
      dates as (
        select d::date as day, exists (select from stored, jsonb_array_elements(s->'days' || coalesce(s->'linked'->'days', '[]')) r
          where d::date between (r->>0)::date and (r->>1)::date) as special,
          d::date < (select (s->'linked'->>'from')::date from stored) or d::date > (select (s->'linked'->>'to')::date from stored)
            as unknown
        from generate_series(${from}::date - 4, ${to}::date + 4, interval '1 day') d),
      begun as (
        select day, (w->>1)::int as first, (w->>2)::int as last from dates, stored, jsonb_array_elements(s->'weekly') w
          where not special and unknown is not true and extract(dow from day) = (w->>0)::int
        union all
        select day, (w->>0)::int, (w->>1)::int from dates, stored, jsonb_array_elements(s->'special') w where special
        union all
        select day, 0, 1440 from dates where unknown and not special),
      windows as (
        select day + make_interval(mins => first) as start,
          day + make_interval(mins => last, days => case when last <= first then 1 else 0 end) as stop from begun)
      select at, local at time zone 'UTC' as local,
        exists (select from windows where start <= latest and stop > earliest) as counts
      from walked where at >= ${from} and at < ${to} order by at`.execute(tx),
  )
  return rows
}

/** Linked holidays on the date or beside it, which are known only up to then, or from then on, or for longer. */
function drawLinked(random: () => number, aroundDate: string): NonNullable<StoredSchedule['linked']> {
  const date = new Date(Date.parse(aroundDate) + Math.floor(random() * 3 - 1) * DAY_MS).toISOString().slice(0, 10)
  const lot = random()
  return {
    days: [[date, date, 'Linked']],
    from: lot < 0.3 ? date : '2019-01-01',
    to: lot > 0.7 ? date : '2038-12-31',
  }
}

/** Windows that do not overlap, drawn to lie at odd minutes, around midnight and around the usual changes of clocks. */
function drawSchedule(random: () => number, aroundDate: string): StoredSchedule {
  const whole = (most: number) => Math.floor(random() * (most + 1))
  const times = () => {
    const near = [0, 30, 60, 90, 105, 120, 135, 150, 180, 1380, 1439]
    const drawn = Array.from({ length: 2 * (1 + whole(2)) }, () =>
      random() < 0.5 ? (near[whole(near.length - 1)] ?? 0) : whole(1439),
    )
    return [...new Set(drawn)].toSorted((a, b) => a - b)
  }
  const pairs = (): [number, number][] => {
    const edges = times()
    const found: [number, number][] = []
    for (let at = 0; at + 1 < edges.length; at += 2) found.push([edges[at] ?? 0, edges[at + 1] ?? 0])
    const first = edges[0] ?? 0
    // The last one sometimes runs into the next day, or to midnight.
    const lot = random()
    if (lot < 0.3) found.push([edges.at(-1) ?? 0, whole(first)])
    else if (lot < 0.5) found.push([Math.max(edges.at(-1) ?? 0, 1200), 1440])
    return found.filter(([start, end]) => start < 1440 && (start !== end || random() < 0.1))
  }
  const isSpecial = random() < 0.3
  return {
    weekly: [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
      random() < 0.85 ? pairs().map(([start, end]): [number, number, number] => [day, start, end]) : [],
    ),
    special: pairs(),
    days: isSpecial ? [[aroundDate, aroundDate, 'Drawn']] : [],
    ...(random() < 0.3 ? { linked: drawLinked(random, aroundDate) } : {}),
  }
}

/** Compares a time of three days around an instant, minute by minute, with drawn windows. Returns false if the zone tables differ there. */
async function compare(zone: string, around: number, name: string): Promise<boolean> {
  const random = seededRandom(createHash('sha256').update(`${seedOfRun()} ${name}`).digest().readInt32LE())
  const stored = drawSchedule(random, new Date(around).toISOString().slice(0, 10))
  const schedule = readSchedule(stored)
  if (!schedule) throw new Error('the drawn schedule cannot be read')
  const from = Math.floor(around / MINUTE_MS) * MINUTE_MS - 36 * HOUR_MS
  const minutes = await walk(stored, zone, new Date(from), new Date(from + 3 * DAY_MS))
  const periods = offsetPeriods(from, from + 3 * DAY_MS, zone)
  const ours = (at: number) => at + (periods.find(({ from: first, to }) => first <= at && at < to)?.ahead ?? Number.NaN)
  if (minutes.some(({ at, local }) => ours(at.getTime()) !== local.getTime())) return false
  let change: number | undefined
  for (let index = minutes.length - 1; index >= 0; index -= 1) {
    const { at, counts } = minutes[index] ?? { at: new Date(Number.NaN), counts: false }
    const next = minutes[index + 1]
    if (next && next.counts !== counts) change = next.at.getTime()
    for (const each of [at, new Date(at.getTime() + MINUTE_MS - 1)]) {
      const state = scheduleAt(schedule, zone, each)
      const where = () => `${name} at ${each.toISOString()}, ${JSON.stringify(stored)}`
      if (state.counts !== counts) expect(state.counts, where()).toBe(counts)
      const until = state.until?.getTime()
      const isRight = change === undefined ? until === undefined || until >= from + 3 * DAY_MS : until === change
      if (!isRight) expect(until && new Date(until), where()).toEqual(change && new Date(change))
    }
  }
  return true
}

/** The changes of a zone's clocks, by our table. */
const changesOf = (zone: string, since: string, till: string): number[] =>
  offsetPeriods(Date.parse(since), Date.parse(till), zone)
    .map(({ from }) => from)
    .slice(1)

describe('minute by minute, PostgreSQL decides the same', () => {
  const ALWAYS = ['Africa/Cairo', 'Asia/Beirut', 'America/Havana', 'Australia/Lord_Howe', 'America/St_Johns'] as const
  it.each(ALWAYS)('where clocks change in 2027: %s', async (zone) => {
    const changes = changesOf(zone, '2027-01-02T00:00Z', '2027-12-30T00:00Z')
    expect(changes).toHaveLength(2)
    for (const [index, change] of changes.entries()) expect(await compare(zone, change, `${zone} ${index}`)).toBe(true)
  })

  it('where they never change: Asia/Kathmandu', async () => {
    for (const round of [1, 2])
      expect(await compare('Asia/Kathmandu', Date.parse('2027-03-14T12:07Z'), `Kathmandu ${round}`)).toBe(true)
  })

  const zones = Intl.supportedValuesOf('timeZone')
  const drawn = drawSample(
    zones.flatMap((zone) => {
      if (process.env['WINNOW_SWEEPS'] !== 'whole') return [zone]
      return changesOf(zone, '2020-01-01T00:00Z', '2035-12-31T00:00Z').map((change) => `${zone}@${change}`)
    }),
    { of: 'zones whose clocks are walked through', count: 8 },
  )
  it('around changes of the clocks from 2020 to 2035, wherever both know the same', async () => {
    let agreed = 0
    for (const each of drawn) {
      const [zone = '', at] = each.split('@')
      const changes = changesOf(zone, '2020-01-01T00:00Z', '2035-12-31T00:00Z')
      const change = at ? Number(at) : (changes[each.length % Math.max(1, changes.length)] ?? Date.parse('2027-05-05Z'))
      if (await compare(zone, change, each)) agreed += 1
    }
    // The tables differ for the few zones whose law changed lately.
    expect(agreed).toBeGreaterThan(drawn.length / 2)
  }, 7_200_000)
})
