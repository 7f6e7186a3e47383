// Checks declarations of modules. A missing declaration would cause no error elsewhere.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { MODULES } from './modules.ts'
import type { Rule } from './platform/modules/tables.ts'

const FOLDER = join(import.meta.dirname, 'modules')

/** Columns whose names look like secrets or files, but which contain neither. */
const PLAIN = new Set([
  'signal.idempotency_key',
  'second_factor.new_secret_by',
  'dw_organization.secret_hash',
  'dw_organization.secret_end',
  'project.name_key',
  'site.name_key',
  'view.name_key',
  'project.external_key',
  'site.external_key',
  'view.external_key',
])
/** Tables whose rows stay although they have an expiry, with the reason. */
const STAYS: Record<string, string> = {
  api_token: 'the list shows that a token has ended',
  invitation: 'an invitation that has ended can be sent again',
  adjustment: 'what was learnt is shown with when it held',
}

/** Tables whose rows stay when their alarm is deleted, with the reason. */
const OUTLIVES_ALARM: Record<string, string> = {
  mask_change: 'who changed a mask is shown without the picture then',
  quality_sample: 'the result of a quality review does not change when pictures are deleted',
}

let server: TestServer
let columns: { table: string; column: string; type: string }[]
beforeAll(async () => {
  server = await startTestServer()
  const { rows } = await sql<(typeof columns)[number]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    server.database.owner,
  )
  columns = rows
})
afterAll(() => server.close())

const tables = () => server.container.deps.tables
const tablesWith = (column: string) => columns.filter((found) => found.column === column).map(({ table }) => table)
const rulesOf = (name: string): readonly Rule[] => {
  const rows = tables().find((table) => table.name === name)?.rows ?? 'kept'
  return rows === 'kept' ? [] : rows
}
const named = (facts: 'sealed' | 'files') =>
  tables().flatMap((table) => Object.keys(table[facts] ?? {}).map((column) => `${table.name}.${column}`))
/** The text columns whose names match a pattern. */
const textsLike = (pattern: RegExp) =>
  columns
    .filter(({ column, type }) => type === 'text' && pattern.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((column) => !PLAIN.has(column))

/** The matches of the first group of a pattern in the sources of modules. */
const inSources = (pattern: RegExp): string[] =>
  sources().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found))
const sources = () =>
  globSync('**/*.ts', { cwd: FOLDER, exclude: ['**/*.test.ts'] }).map((file) => ({
    file,
    text: readFileSync(join(FOLDER, file), 'utf8'),
  }))

describe('the list of modules', () => {
  it('contains every module, under the name of its folder', () => {
    expect(MODULES.parts.map(({ name }) => name).toSorted()).toEqual(readdirSync(FOLDER).toSorted())
  })

  it('contains every defined job', () => {
    const jobs = MODULES.parts.flatMap((module) => module.jobs?.(server.container.deps) ?? [])
    const defined = inSources(/defineJob\(\s*'([^']+)'/g)
    expect(defined.length).toBeGreaterThan(4)
    expect(jobs.map(({ job }) => job.name).toSorted()).toEqual(defined.toSorted())
  })

  it('contains every scheduled tick', () => {
    const { deps } = server.container
    const ticks = MODULES.parts.flatMap((module) => module.ticks?.(deps, server.database.owner) ?? [])
    const defined = inSources(/name: '([^']+)',\s*cron:/g)
    expect(defined.length).toBeGreaterThan(4)
    expect(ticks.map(({ name }) => name).toSorted()).toEqual(defined.toSorted())
  })
})

describe('the tables of modules', () => {
  it('include every table of the database', () => {
    const there = new Set(columns.map(({ table }) => table))
    // The table with the names of the migrations that ran belongs to no module.
    there.delete('schema_migration')
    expect(
      tables()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...there].toSorted())
  })

  it('declare all sealed columns', () => {
    expect(named('sealed').toSorted()).toEqual(textsLike(/secret|sealed|^password$/).toSorted())
  })

  it('have a sealed column in each module that seals secrets', () => {
    const sealing = sources()
      .filter(({ text }) => text.includes('sealSecret(keys'))
      .map(({ file }) => file)
      // The text of a captcha is sealed for the browser and stored in no table.
      .filter((file) => file !== join('identity', 'captcha', 'captcha-challenges.ts'))
      .map((file) => file.split(sep)[0] ?? file)
    const having = MODULES.parts
      .filter(({ tables: own = {} }) => Object.values(own).some((facts) => 'sealed' in facts))
      .map(({ name }) => name)
    expect([...new Set(sealing)].toSorted()).toEqual(having.toSorted())
  })

  it('declare which columns name files, because the sweep of orphans deletes all other files', () => {
    expect(named('files').toSorted()).toEqual(textsLike(/(?<!sealed)_key$/).toSorted())
  })

  it('have a rule that deletes rows in each table with an expiry column', () => {
    const ending = [...new Set([...tablesWith('expires_at'), ...tablesWith('ended_at')])]
    const forgotten = ending.filter((name) => rulesOf(name).length === 0)
    expect(forgotten.toSorted()).toEqual(Object.keys(STAYS).toSorted())
  })

  it('have a rule that deletes their rows with the alarm if they refer to one', () => {
    for (const name of tablesWith('alarm_id').filter((each) => !(each in OUTLIVES_ALARM))) {
      const kinds = rulesOf(name).map((rule) => (rule.kind === 'with' ? rule.table : rule.kind))
      expect(kinds, name).toContain(name === 'signal' ? 'retention' : 'alarm')
    }
    expect(rulesOf('alarm')).toEqual([{ kind: 'retention' }])
  })
})
