// The cache of the counts of cameras reads each quarter hour once, again after a change, and keeps no more than it may.
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { addTestCounts } from '../../../test/add-counts.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { newId } from '../../platform/ids.ts'
import { createCameraCounts, type CameraCounts } from './camera-counts.ts'

const TILL = new Date('2026-03-01T12:30:00Z')
const hoursAgo = (hours: number): Date => new Date(TILL.getTime() - hours * 3_600_000)
const windowOf = (hours: number) => ({ since: hoursAgo(hours), till: TILL })

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
let cameras: CameraCounts
let [gate, yard, depot] = ['', '', '']
beforeEach(async () => {
  ;[gate, yard, depot] = [newId(), newId(), newId()]
  company = await createCompany()
  cameras = createCameraCounts()
})

async function createCompany(): Promise<string> {
  const id = newId()
  await inSystem(db, (tx) => tx.insertInto('company').values({ id, name: 'Watchers' }).execute())
  return id
}

const receive = (viewId: string, hours: number, received = 1, companyId = company) =>
  inSystem(db, (tx) => addTestCounts(tx, [{ companyId, viewId, siteId: depot, at: hoursAgo(hours), received }]))

const sum = (hours: number, companyId = company) =>
  inTenant(db, companyId, async (tx) => {
    const { nodes, sums } = await cameras.sum(tx, companyId, [windowOf(hours)])
    return Object.fromEntries(nodes.view.ids.map((id, place) => [id, sums[0]?.alarming[place]]))
  })

/** The number of quarter hours that were read from the database while something was done. */
async function readDuring(work: () => Promise<unknown>): Promise<number> {
  queries.length = 0
  await work()
  return queries
    .filter((query) => query.sql.includes('from view_quarter'))
    .flatMap(({ parameters }) => parameters.find((value) => Array.isArray(value))).length
}

describe('counts of cameras', () => {
  it('are read once, and again only of quarter hours that changed', async () => {
    for (const hours of [1, 2, 3]) await receive(gate, hours)
    expect(await readDuring(() => sum(24))).toBe(3)
    expect(await readDuring(() => sum(24))).toBe(0)
    await receive(yard, 2, 4)
    expect(await readDuring(async () => expect(await sum(24)).toEqual({ [gate]: 3, [yard]: 4 }))).toBe(1)
    await receive(yard, 2, -4)
    expect(await sum(24)).toEqual({ [gate]: 3, [yard]: 0 })
    expect(await readDuring(async () => expect(await sum(1)).toEqual({ [gate]: 1, [yard]: 0 }))).toBe(0)
  })

  it('are read once for several who ask at the same time', async () => {
    for (const hours of [1, 2, 3]) await receive(gate, hours)
    expect(await readDuring(() => Promise.all([sum(24), sum(24), sum(24)]))).toBe(3)
  })

  it('can be read after a failed attempt, also by those who waited for it', async () => {
    await receive(gate, 1)
    const failed = inTenant(db, company, async (tx) => {
      // The transaction refuses every statement after one that failed.
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
      return cameras.sum(tx, company, [windowOf(24)])
    })
    const [first, second] = await Promise.allSettled([failed, sum(24)])
    expect(first.status).toBe('rejected')
    expect(second).toEqual({ status: 'fulfilled', value: { [gate]: 1 } })
  })

  it('are dropped of the company that was asked for the longest time ago', async () => {
    cameras = createCameraCounts({ maxSize: 3 })
    const other = await createCompany()
    for (const hours of [1, 2]) await receive(gate, hours)
    for (const hours of [1, 2]) await receive(yard, hours, 1, other)
    await sum(24)
    await sum(24, other)
    expect(await readDuring(() => sum(24, other)), 'kept').toBe(0)
    expect(await readDuring(() => sum(24)), 'dropped').toBe(2)
  })

  describe('of many quarter hours', () => {
    beforeEach(async () => {
      const quarters = Array.from({ length: 200 }, (_, n) => hoursAgo(1 + n / 4))
      await inSystem(db, (tx) =>
        addTestCounts(
          tx,
          quarters.map((at) => ({ companyId: company, viewId: gate, siteId: depot, at, received: 1 })),
        ),
      )
    })
    const prepare = (of: Kysely<DB> = db) => cameras.prepare(of, company, [windowOf(100)])

    it('are read in the background: who asks is told how far that is, and finds them later', async () => {
      cameras = createCameraCounts({ patienceMs: 0 })
      const read = await readDuring(async () => {
        expect(await prepare()).toEqual({ done: 0, of: 200 })
        await until('the counts', async () => (await prepare()) === undefined)
      })
      expect(read).toBe(200)
      // What changed since is few, and is read in the request itself.
      await receive(gate, 1)
      expect(await prepare()).toBeUndefined()
      expect(await readDuring(async () => expect(await sum(100)).toEqual({ [gate]: 201 }))).toBe(1)
    })

    it('are there at once for those who can wait, however many ask', async () => {
      cameras = createCameraCounts({ patienceMs: 60_000 })
      expect(await readDuring(() => Promise.all([prepare(), prepare(), prepare()]))).toBe(200)
      expect(await readDuring(() => sum(100))).toBe(0)
    })

    it('that cannot be read are an error, and can be read after it', async () => {
      cameras = createCameraCounts({ patienceMs: 60_000 })
      // The first statement finds the quarter hours, the next one fails.
      const failing = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (result.rows.some((row) => 'counts' in row)) throw new Error('lost the connection')
          return result
        },
      })
      await expect(prepare(failing)).rejects.toThrow('lost the connection')
      expect(await prepare()).toBeUndefined()
      expect(await sum(100)).toEqual({ [gate]: 200 })
    })
  })

  it('of more than two weeks are added up, but not kept', async () => {
    await receive(gate, 1)
    await inSystem(db, (tx) =>
      addTestCounts(
        tx,
        Array.from({ length: 14 * 96 + 8 }, (_, n) => ({
          companyId: company,
          viewId: yard,
          siteId: depot,
          at: hoursAgo(2 + n / 4),
          received: 1,
        })),
      ),
    )
    expect(await sum(15 * 24)).toEqual({ [gate]: 1, [yard]: 14 * 96 + 8 })
    expect(await readDuring(() => sum(15 * 24))).toBe(1)
  }, 20_000)
})
