import { describe, expect, it } from 'vitest'
import { isMigrationName, LAST_NUMBER, nameMigration, renameMigrations } from './name-migration.ts'

const now = new Date('2026-11-23T08:15:42Z')

describe('the name of a migration', () => {
  it.each([
    ['202611230815-holidays.sql', true],
    [`${LAST_NUMBER}-answered-captchas.sql`, true],
    ['0001-schema.sql', true],
    ['0046-late.sql', false],
    ['20261123-holidays.sql', false],
    ['202611230815_holidays.sql', false],
    ['202611230815-Holidays.sql', false],
    ['holidays.sql', false],
  ])('%s: %s', (name, isName) => {
    expect(isMigrationName(name)).toBe(isName)
  })

  it('contains the minute of its creation, and sorts after all numbers', () => {
    const name = nameMigration('holidays', ['0001-schema.sql', `${LAST_NUMBER}-x.sql`], now)
    expect(name).toBe('202611230815-holidays.sql')
    expect(name > `${LAST_NUMBER}-x.sql`).toBe(true)
    expect(isMigrationName(name)).toBe(true)
  })

  it('sorts after another migration of the same minute, and after a migration from a machine whose clock is ahead', () => {
    expect(nameMigration('b', ['202611230815-a.sql'], now)).toBe('202611230816-b.sql')
    expect(nameMigration('b', ['202612312359-a.sql'], now)).toBe('202701010000-b.sql')
  })
})

describe('the migrations of a branch', () => {
  it('keep their names if they sort after all others', () => {
    expect(renameMigrations(['202611220900-mine.sql'], ['0045-x.sql', '202611220800-theirs.sql'], now)).toEqual([])
    expect(renameMigrations([], ['202611220800-theirs.sql'], now)).toEqual([])
  })

  it('are all renamed in their order if one of them sorts before a migration of another branch', () => {
    const own = ['202611220900-second.sql', '202611210900-first.sql']
    expect(renameMigrations(own, ['0045-x.sql', '202611220800-theirs.sql'], now)).toEqual([
      { from: '202611210900-first.sql', to: '202611230815-first.sql' },
      { from: '202611220900-second.sql', to: '202611230816-second.sql' },
    ])
  })

  it('are renamed if they were named by a number', () => {
    for (const others of [['202611220800-theirs.sql'], ['0045-theirs.sql']])
      expect(renameMigrations(['0046-mine.sql'], others, now)).toEqual([
        { from: '0046-mine.sql', to: '202611230815-mine.sql' },
      ])
  })
})
