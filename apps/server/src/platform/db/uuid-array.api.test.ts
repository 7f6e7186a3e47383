import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { newId } from '../ids.ts'
import { uuidArray } from './uuid-array.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function throughDatabase(ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select ${uuidArray(ids)}::uuid[] as ids`.execute(database.runtime)
  return rows[0]?.ids ?? []
}

describe('ids in binary form', () => {
  it.each([0, 1, 2, 5_000])('arrive as they were sent, %d of them', async (many) => {
    const ids = Array.from({ length: many }, newId)
    expect(await throughDatabase(ids)).toEqual(ids)
  })

  it('arrive in upper and lower case', async () => {
    expect(await throughDatabase(['0190ABCD-0000-7000-8000-00000000000F'])).toEqual([
      '0190abcd-0000-7000-8000-00000000000f',
    ])
  })

  it.each(['', 'nothing', '0190abcd-0000-7000-8000-00000000000', '0190abcd-0000-7000-8000-00000000000g'])(
    'are refused if one is invalid: %j',
    (wrong) => {
      expect(() => uuidArray([newId(), wrong])).toThrow(RangeError)
    },
  )
})
