// Stored sums of many sites must always equal the sum over all rows.
import type { Verdict } from '@winnow/domain'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestCounts } from '../../../test/add-counts.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { newId } from '../../platform/ids.ts'
import { noCounts, type Counts } from './quarter-counts.ts'
import { createScopeSums, type ScopeSums } from './scope-sums.ts'

const NOW = new Date('2026-03-01T12:30:00Z')
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000)
/** The start of the quarter hour some hours ago; the test's clock shows half past. */
const quarterAt = (hours: number): string => hoursAgo(hours).toISOString()
const windowOf = (hours: number) => ({ since: hoursAgo(hours), till: new Date(NOW.getTime() + 900_000) })

let database: TestDatabase
/** Queries of the runtime role. */
const queries: CompiledQuery[] = []
let db: Kysely<DB>
beforeAll(async () => {
  database = await createTestDatabase()
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.runtimePool }),
    log: (event) => void queries.push(event.query),
  })
})
afterAll(() => database.close())

let company: string
let mine: string[]
let other: string
let sums: ScopeSums
beforeEach(async () => {
  company = newId()
  mine = [newId(), newId(), newId()]
  other = newId()
  sums = createScopeSums()
  await inSystem(db, (tx) => tx.insertInto('company').values({ id: company, name: 'Watchers' }).execute())
})

async function receive(siteId: string, hours: number, verdict: Verdict | null = null): Promise<void> {
  const column = verdict && ({ true: 'passed', false: 'filtered', unverified: 'unverified' } as const)[verdict]
  await inSystem(db, (tx) =>
    addTestCounts(tx, [
      { companyId: company, siteId, at: hoursAgo(hours), received: 1, ...(column ? { [column]: 1 } : {}) },
    ]),
  )
}

/** The counts of a window, and the number of quarter hours that were computed for it. */
async function look(hours: number, siteIds: readonly string[] = mine): Promise<{ said: object; addedUp: number }> {
  queries.length = 0
  const found = await inTenant(db, company, (tx) => sums.count(tx, company, siteIds, windowOf(hours)))
  const adding = queries.filter(({ sql }) => sql.includes('sum("received")'))
  return {
    said: Object.fromEntries([...found].map(([hour, counts]) => [new Date(hour).toISOString(), counts])),
    addedUp: adding.flatMap(({ parameters }) =>
      parameters.find((value) => Array.isArray(value) && value[0] instanceof Date),
    ).length,
  }
}

const counts = (received: number, rest: Partial<Counts> = {}): Counts => ({
  ...noCounts(),
  received,
  ...rest,
})

describe('sums of many sites', () => {
  it('equal the counts of these sites, by quarter hour', async () => {
    await receive(mine[0] ?? '', 1, 'true')
    await receive(mine[1] ?? '', 1, 'false')
    await receive(mine[1] ?? '', 3, 'unverified')
    await receive(mine[2] ?? '', 30)
    await receive(other, 1, 'true')
    const expected = {
      [quarterAt(1)]: counts(2, { passed: 1, filtered: 1 }),
      [quarterAt(3)]: counts(1, { unverified: 1 }),
    }
    expect((await look(24)).said).toEqual(expected)
    expect((await look(48)).said).toEqual({ ...expected, [quarterAt(30)]: counts(1) })
    expect((await look(24, [other])).said).toEqual({ [quarterAt(1)]: counts(1, { passed: 1 }) })
  })

  it('are computed again only for the quarter hours that changed', async () => {
    for (const hours of [1, 2, 3]) await receive(mine[0] ?? '', hours)
    expect((await look(24)).addedUp).toBe(3)
    expect((await look(24)).addedUp).toBe(0)
    await receive(mine[1] ?? '', 2)
    const { said, addedUp } = await look(24)
    expect(addedUp).toBe(1)
    expect(said).toEqual({ [quarterAt(1)]: counts(1), [quarterAt(2)]: counts(2), [quarterAt(3)]: counts(1) })
  })

  it('are computed again after changes that cancel out in the company’s counts', async () => {
    await receive(mine[0] ?? '', 1, 'true')
    await receive(other, 1, 'false')
    expect((await look(24)).said).toEqual({ [quarterAt(1)]: counts(1, { passed: 1 }) })
    await inSystem(db, (tx) =>
      addTestCounts(tx, [
        { companyId: company, siteId: mine[0] ?? '', at: hoursAgo(1), passed: -1, filtered: 1 },
        { companyId: company, siteId: other, at: hoursAgo(1), passed: 1, filtered: -1 },
      ]),
    )
    expect((await look(24)).said).toEqual({ [quarterAt(1)]: counts(1, { filtered: 1 }) })
  })

  it('are not computed again for quarter hours without alarms', async () => {
    await receive(other, 1)
    expect(await look(24)).toEqual({ said: {}, addedUp: 1 })
    expect(await look(24)).toEqual({ said: {}, addedUp: 0 })
  })

  it('keep the sums of a week after a request for a day', async () => {
    for (const hours of [1, 100]) await receive(mine[0] ?? '', hours)
    await look(168)
    await look(24)
    expect(await look(168)).toEqual({ said: { [quarterAt(1)]: counts(1), [quarterAt(100)]: counts(1) }, addedUp: 0 })
  })

  it('are still known after a restart, except the newest quarter hour', async () => {
    for (const hours of [1, 2, 100]) await receive(mine[0] ?? '', hours, 'true')
    await receive(other, 50)
    const before = await look(168)
    expect(before.addedUp).toBe(4)
    sums = createScopeSums()
    expect(await look(168)).toEqual({ said: before.said, addedUp: 1 })
    await receive(mine[1] ?? '', 100, 'false')
    sums = createScopeSums()
    const after = await look(168)
    expect(after.addedUp).toBe(2)
    expect(after.said).toMatchObject({ [quarterAt(100)]: counts(2, { passed: 1, filtered: 1 }) })
  })

  it('that two processes write are those of the later version', async () => {
    const elsewhere = createScopeSums()
    const lookElsewhere = () => inTenant(db, company, (tx) => elsewhere.count(tx, company, mine, windowOf(24)))
    for (const hours of [1, 5]) await receive(mine[0] ?? '', hours)
    await look(24)
    await lookElsewhere()
    await receive(mine[0] ?? '', 5)
    await lookElsewhere()
    expect((await look(24)).said).toMatchObject({ [quarterAt(5)]: counts(2) })
  })

  it('belong to one company, whichever sites are requested', async () => {
    await receive(mine[0] ?? '', 1)
    await look(24)
    const neighbour = newId()
    await inSystem(db, (tx) => tx.insertInto('company').values({ id: neighbour, name: 'Neighbour' }).execute())
    const found = await inTenant(db, neighbour, (tx) => sums.count(tx, neighbour, mine, windowOf(24)))
    expect([...found]).toEqual([])
  })
})
