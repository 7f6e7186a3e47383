import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { newKeyRing, newestKey } from './key-ring.ts'
import { resealColumn } from './reseal-column.ts'
import { openSecret, sealSecret } from './seal-secret.ts'

let database: TestDatabase
const context = (id: string) => `safe:${id}`
const column = { table: 'safe', column: 'secret', contextOf: context }

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`create table safe (id uuid primary key, secret text)`.execute(database.owner)
  await sql`grant select, update on safe to public`.execute(database.owner)
})
afterAll(() => database.close())

test('every secret is sealed again under the newest key, once; secrets that cannot be opened are reported and kept', async () => {
  const old = newKeyRing()
  const ring = { keys: [...old.keys, ...newKeyRing().keys] }
  const ids = Array.from({ length: 1_201 }, () => newId())
  const lost = newId()
  const rows = [
    ...ids.map((id, at) => ({
      id,
      secret: at === 7 ? null : sealSecret(at === 8 ? ring : old, `secret of ${id}`, context(id)),
    })),
    { id: lost, secret: sealSecret(newKeyRing(), 'lost', context(lost)) },
  ]
  await sql`insert into safe select * from json_populate_recordset(null::safe, ${JSON.stringify(rows)}::json)`.execute(
    database.owner,
  )

  expect(await resealColumn(database.runtime, ring, column)).toEqual({ resealed: 1_199, unreadable: [lost] })
  const found = await inSystem(database.runtime, (tx) =>
    sql<{ id: string; secret: string | null }>`select * from safe`.execute(tx),
  )
  const withoutOld = { keys: [newestKey(ring)] }
  for (const { id, secret } of found.rows) {
    if (id === lost || secret === null) continue
    // oxlint-disable-next-line vitest/no-conditional-expect -- the loop checks each of the 1,200 secrets; their number is checked below
    expect(openSecret(withoutOld, secret, context(id))).toBe(`secret of ${id}`)
  }
  expect(found.rows).toHaveLength(1_202)
  expect(found.rows.find(({ id }) => id === lost)?.secret).toBe(rows.at(-1)?.secret)
  expect(await resealColumn(database.runtime, ring, column)).toEqual({ resealed: 0, unreadable: [lost] })
})
