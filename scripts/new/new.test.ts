// Runs every generator on the current project without writing files. Checks that the results can be parsed, that their
// imports exist, and that they contain no forbidden import.
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../packages/i18n/src/locales.ts'
import { readImports } from '../walls/read-imports.ts'
import { createDraft, type Draft } from './draft.ts'
import { GENERATORS } from './generate.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const newDraft = () => createDraft((file) => (existsSync(root + file) ? readFileSync(root + file, 'utf8') : undefined))

/** The names that a file exports, including the names that `export *` takes from other files. */
function exportsOf(draft: Draft, file: string): Set<string> {
  const { module } = parseSync(file, draft.text(file))
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => {
      if (moduleRequest && exportName.name == null)
        return [...exportsOf(draft, posix.join(posix.dirname(file), moduleRequest.value))]
      return exportName.name ?? []
    }),
  )
  return new Set(names)
}

/** Our own imports of a file that do not exist. */
function missingIn(draft: Draft, file: string): string[] {
  const { module } = parseSync(file, draft.text(file))
  return module.staticImports.flatMap(({ moduleRequest: { value }, entries }) => {
    const target = value.startsWith('.')
      ? posix.join(posix.dirname(file), value)
      : value.replace(/^@winnow\/(\w+)$/, 'packages/$1/src/index.ts')
    if (target === value || !target.endsWith('.ts')) return draft.has(target) || target === value ? [] : [value]
    if (!draft.has(target)) return [value]
    const given = exportsOf(draft, target)
    return entries.flatMap(({ importName: { name } }) =>
      name == null || given.has(name) ? [] : [`${name} of ${value}`],
    )
  })
}

/** The kinds to generate, with names that no real part will have, so that later parts cause no conflict. */
const CASES = [
  ...['module', 'screen', 'tab', 'receiver', 'way-in'].map((kind) => [kind, 'try-out'] as const),
  // Modules with nothing in a list, with one entry and with several.
  ...['alarms', 'home', 'identity', 'tree', 'tokens', 'delivery'].map(
    (module) => ['call', `${module}.try-out`] as const,
  ),
  ...['alarms', 'detectors', 'identity', 'tokens'].map((module) => ['job', `${module}.try-out`] as const),
]

it('every kind is tested', () => {
  expect([...new Set(CASES.map(([kind]) => kind))].toSorted()).toEqual(Object.keys(GENERATORS).toSorted())
})

describe.each(CASES)('npm run new -- %s %s', (kind, name) => {
  const draft = newDraft()
  const left = GENERATORS[kind]?.generate(draft, name, {}) ?? []
  const changes = [...draft.changes()]
  const sources = changes.map(([file]) => file).filter((file) => /\.tsx?$/.test(file))

  it('generates files that can be parsed, and all their imports exist', () => {
    expect(sources.length).toBeGreaterThan(1)
    for (const file of sources) {
      expect(() => readImports(file, draft.text(file)), file).not.toThrow()
      expect(missingIn(draft, file), file).toEqual([])
    }
  })

  it('generates a test, and returns the remaining steps', () => {
    const tests = changes.filter(([file, { isNew }]) => isNew && /\.test\.tsx?$/.test(file))
    expect(tests.length).toBeGreaterThan(0)
    for (const [, { text }] of tests) expect(text).toContain('expect(')
    expect(left.length).toBeGreaterThan(0)
  })

  it('fails if the part already exists', () => {
    expect(() => GENERATORS[kind]?.generate(draft, name, {})).toThrow(/already/)
  })
})

describe('a name', () => {
  it.each(['', 'Holidays', 'opening_hours', 'a/b', '-x', '../x'])('%j is refused', (name) => {
    expect(() => GENERATORS['module']?.generate(newDraft(), name, {})).toThrow(RangeError)
  })

  it('of an unknown module is refused', () => {
    expect(() => GENERATORS['job']?.generate(newDraft(), 'nowhere.sum', {})).toThrow('there is no module nowhere')
  })
})

describe('titles', () => {
  const textOf = (draft: Draft, locale: string): unknown =>
    JSON.parse(draft.text(`packages/i18n/locales/${locale}/shell.json`)).menu.tryOut

  it('exist in every language; untranslated ones are English and are printed', () => {
    const draft = newDraft()
    const left = GENERATORS['screen']?.generate(draft, 'try-out', { de: 'Feiertage', fr: 'Jours fériés' })
    expect(Object.fromEntries(LOCALES.map((locale) => [locale, textOf(draft, locale)]))).toMatchObject({
      en: 'Try out',
      de: 'Feiertage',
      fr: 'Jours fériés',
      es: 'Try out',
    })
    expect(left?.[0]).toContain('Translate shell.menu.tryOut into it, es, pt')
  })
})
