import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LOCALES } from '../locales.ts'
import { projectTexts } from './project-texts.ts'
import { readLocale } from './read-texts.ts'
import { textModule, writeNamespaces } from './write-namespaces.ts'

test.each(LOCALES)('the module of %s is identical to the command’s output', (locale) => {
  const namespaces = Array.from(readLocale(join(projectTexts.locales, 'en')).keys())
  const module = readFileSync(join(import.meta.dirname, `../texts/${locale}.ts`), 'utf8')
  expect(module).toBe(textModule(locale, namespaces))
})

test('a namespace that only English has is added to every language, and existing texts stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'namespaces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [locales, modules] = [join(folder, 'locales'), join(folder, 'texts')]
  for (const locale of LOCALES) mkdirSync(join(locales, locale), { recursive: true })
  mkdirSync(modules)
  writeFileSync(join(locales, 'en/holidays.json'), '{ "title": "Holidays" }')
  writeFileSync(join(locales, 'de/holidays.json'), '{ "title": "Feiertage" }')
  writeNamespaces(locales, modules)
  expect(readFileSync(join(locales, 'de/holidays.json'), 'utf8')).toContain('Feiertage')
  expect(readFileSync(join(locales, 'pt/holidays.json'), 'utf8')).toBe('{}\n')
  expect(readdirSync(modules).toSorted()).toEqual(LOCALES.map((locale) => `${locale}.ts`).toSorted())
  expect(readFileSync(join(modules, 'fr.ts'), 'utf8')).toContain("from '../../locales/fr/holidays.json'")
})
