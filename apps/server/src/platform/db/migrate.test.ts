import { describe, expect, it } from 'vitest'
import { findPending } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

const file = (name: string, sha256 = name) => ({ name, sha256, sql: '' })
const row = (name: string, sha256 = name) => ({ name, sha256 })

describe('findPending', () => {
  it('is what has not run, in order', () => {
    const files = [file('0001-a.sql'), file('0002-b.sql'), file('0003-c.sql')]
    expect(findPending(files, [row('0001-a.sql')]).map(({ name }) => name)).toEqual(['0002-b.sql', '0003-c.sql'])
    expect(findPending(files, files)).toEqual([])
  })

  it('refuses a database that a newer program wrote', () => {
    expect(() => findPending([file('0001-a.sql')], [row('0001-a.sql'), row('0002-b.sql')])).toThrow(
      /newer version of Winnow \(it has 0002-b\.sql\)/,
    )
  })

  it('refuses a migration that changed after it ran', () => {
    expect(() => findPending([file('0001-a.sql', 'new')], [row('0001-a.sql', 'old')])).toThrow(
      /0001-a\.sql is not the one that ran/,
    )
  })

  it('refuses one that slips in before those that ran', () => {
    expect(() => findPending([file('0001-a.sql'), file('0002-b.sql')], [row('0002-b.sql')])).toThrow(
      /0001-a\.sql comes before 0002-b\.sql/,
    )
  })
})

describe('readMigrations', () => {
  it('reads the migrations in the order of their numbers, each number once', async () => {
    const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })
})
