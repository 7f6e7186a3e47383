import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPending } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

const file = (name: string, sha256 = name) => ({ name, sha256, sql: '' })
const row = (name: string, sha256 = name) => ({ name, sha256 })

describe('findPending', () => {
  it('returns the migrations that have not run, in order', () => {
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

  it('refuses a migration that sorts before migrations that ran', () => {
    expect(() => findPending([file('0001-a.sql'), file('0002-b.sql')], [row('0002-b.sql')])).toThrow(
      /0001-a\.sql comes before 0002-b\.sql/,
    )
    expect(() =>
      findPending([file('202611220900-mine.sql'), file('202611230815-b.sql')], [row('202611230815-b.sql')]),
    ).toThrow(/202611220900-mine\.sql comes before 202611230815-b\.sql/)
  })

  it('accepts a migration named by its time after a migration named by a number', () => {
    const pending = findPending([file('0045-a.sql'), file('202611230815-b.sql')], [row('0045-a.sql')])
    expect(pending.map(({ name }) => name)).toEqual(['202611230815-b.sql'])
  })
})

describe('readMigrations', () => {
  let dir: string
  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'winnow-migrations-'))))
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('reads the migrations in the order of their numbers and times, each once', async () => {
    const stamps = (await readMigrations()).map(({ name }) => Number(name.split('-')[0]))
    expect(stamps.length).toBeGreaterThan(0)
    expect(stamps).toEqual([...new Set(stamps)].toSorted((a, b) => a - b))
  })

  it('reads migrations named by times after migrations named by numbers', async () => {
    const names = ['202611230815-b.sql', '0002-a.sql', '202601010000-c.sql', '0001-z.sql']
    for (const name of names) await writeFile(join(dir, name), 'select 1')
    await writeFile(join(dir, 'README.md'), '')
    expect((await readMigrations(dir)).map(({ name }) => name)).toEqual([
      '0001-z.sql',
      '0002-a.sql',
      '202601010000-c.sql',
      '202611230815-b.sql',
    ])
  })

  it('refuses a file with an invalid name instead of skipping it silently', async () => {
    await writeFile(join(dir, '0999-late.sql'), 'select 1')
    await expect(readMigrations(dir)).rejects.toThrow('0999-late.sql is no name of a migration')
  })
})
