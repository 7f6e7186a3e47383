// Declarations of modules that nothing else checks: a missing one would cause no error.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { MODULES } from './modules.ts'
import type { Rule } from './platform/modules/tables.ts'

const FOLDER = join(import.meta.dirname, 'modules')

/** Columns that look like secrets or file names and are neither. */
const PLAIN = new Set([
  'signal.idempotency_key',
  'second_factor.new_secret_by',
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
/** Text columns with such names. */
const textsLike = (pattern: RegExp) =>
  columns
    .filter(({ column, type }) => type === 'text' && pattern.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((column) => !PLAIN.has(column))

/** The matches of group 1 in the sources of modules. */
const inSources = (pattern: RegExp): string[] =>
  sources().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found))
const sources = () =>
  globSync('**/*.ts', { cwd: FOLDER, exclude: ['**/*.test.ts'] }).map((file) => ({
    file,
    text: readFileSync(join(FOLDER, file), 'utf8'),
  }))

describe('the list of modules', () => {
  it('contains every folder of a module, under its name', () => {
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
  it('are all the tables of the database', () => {
    const there = new Set(columns.map(({ table }) => table))
    // Names of the migrations that ran.
    there.delete('schema_migration')
    expect(
      tables()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...there].toSorted())
  })

  it('declare which columns are sealed', () => {
    expect(named('sealed').toSorted()).toEqual(textsLike(/secret|sealed/).toSorted())
  })

  it('include a sealed column in each module that seals something', () => {
    const sealing = sources()
      .filter(({ text }) => text.includes('sealSecret(keys'))
      .map(({ file }) => file)
      // The text of a captcha is sealed for the browser and is in no table.
      .filter((file) => file !== join('identity', 'captcha', 'captcha-challenges.ts'))
      .map((file) => file.split(sep)[0] ?? file)
    const having = MODULES.parts
      .filter(({ tables: own = {} }) => Object.values(own).some((facts) => 'sealed' in facts))
      .map(({ name }) => name)
    expect([...new Set(sealing)].toSorted()).toEqual(having.toSorted())
  })

  it('declare which columns name files, because the sweep of orphans deletes all other files', () => {
    expect(named('files').toSorted()).toEqual(textsLike(/_key$/).toSorted())
  })

  it('expire every kind of row that has an end', () => {
    const ending = [...new Set([...tablesWith('expires_at'), ...tablesWith('ended_at')])]
    const forgotten = ending.filter((name) => rulesOf(name).length === 0)
    expect(forgotten.toSorted()).toEqual(Object.keys(STAYS).toSorted())
  })

  it('are deleted with their alarm if they belong to it', () => {
    for (const name of tablesWith('alarm_id').filter((each) => !(each in OUTLIVES_ALARM))) {
      const kinds = rulesOf(name).map((rule) => (rule.kind === 'with' ? rule.table : rule.kind))
      expect(kinds, name).toContain(name === 'signal' ? 'retention' : 'alarm')
    }
    expect(rulesOf('alarm')).toEqual([{ kind: 'retention' }])
  })
})
