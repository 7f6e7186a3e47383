// Folding the slots of a company must change neither counts nor the validity of stored sums.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestCounts } from '../../../test/add-counts.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { foldSlots } from './fold-slots.ts'
import { countCompany } from './quarter-counts.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('keeps the counts and the total of versions of each quarter hour, and leaves the last two days apart', async () => {
  const db = database.runtime
  const companyId = newId()
  await inSystem(db, (tx) => tx.insertInto('company').values({ id: companyId, name: 'Watchers' }).execute())
  const old = Array.from({ length: 700 }, (_, n) => new Date(Date.UTC(2026, 2, 1) + n * 900_000))
  const changes = [...old, NOW].flatMap((at) =>
    ['0', '7', 'f'].map((slot) => ({
      companyId,
      siteId: `${newId().slice(0, 35)}${slot}`,
      at,
      received: 1,
      passed: 1,
    })),
  )
  for (let from = 0; from < changes.length; from += 500)
    await inSystem(db, (tx) => addTestCounts(tx, changes.slice(from, from + 500)))
  const window = { since: new Date(Date.UTC(2026, 2, 1)), till: new Date(Date.UTC(2026, 2, 11)) }
  const look = () =>
    inTenant(db, companyId, async (tx) => ({
      counts: [...(await countCompany(tx, companyId, window))].toSorted(([a], [b]) => a - b),
      ...(
        await sql<{ rows: string; version: string }>`
          select count(*) as rows, sum(version) as version from alarm_quarter
          where company_id = ${companyId} and site_id = ${NOTHING}`.execute(tx)
      ).rows[0],
    }))
  const before = await look()
  expect(before.rows).toBe(String(changes.length))
  await foldSlots(db, NOW, new AbortController().signal)
  const after = await look()
  expect(after.rows).toBe(String(700 + 3))
  expect(after.counts).toEqual(before.counts)
  expect(after.version).toBe(before.version)
  // A late change makes a slot again.
  await inSystem(db, (tx) =>
    addTestCounts(tx, [{ companyId, siteId: `${newId().slice(0, 35)}7`, at: old[3] ?? NOW, passed: -1, filtered: 1 }]),
  )
  await foldSlots(db, NOW, new AbortController().signal)
  const late = await look()
  expect(late.rows).toBe(after.rows)
  expect(Number(late.version)).toBe(Number(after.version) + 1)
  expect(late.counts[3]?.[1]).toMatchObject({ received: 3, passed: 2, filtered: 1 })
})
