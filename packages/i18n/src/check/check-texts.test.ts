import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkTexts } from './check-texts.ts'
import { compareLocales } from './compare-locales.ts'
import { findUnused, mentionedIn } from './find-unused.ts'
import { flatten, placeholdersOf } from './flatten.ts'

const flat = (texts: Record<string, string>) => new Map(Object.entries(texts))

test('namespaces are taken apart by full key', () => {
  expect(flatten({ a: { b: 'x', c: { d: 'y' } }, e: 'z' })).toEqual(flat({ 'a.b': 'x', 'a.c.d': 'y', e: 'z' }))
  expect(() => flatten({ a: { b: 1 } })).toThrow('a.b is neither a text nor a group of texts')
  expect(() => flatten({ a: ['x'] })).toThrow('a is neither')
})

test('placeholders are found however they are written', () => {
  expect(placeholdersOf('{{ b }} {{a}} {{- c}} {{n, number}} {{a}} {d}')).toEqual(['a', 'b', 'c', 'n'])
})

describe('a language measured against English', () => {
  const english = flat({ title: 'Alarms of {{site}}', count_one: '{{count}} alarm', count_other: '{{count}} alarms' })

  test('a complete one has no problems, whatever order its words have', () => {
    const german = flat({ title: '{{site}}: Alarme', count_one: 'ein Alarm', count_other: '{{count}} Alarme' })
    expect(compareLocales('de', german, english)).toEqual([])
  })

  test.each([
    ['a missing key', { count_one: '{{count}}', count_other: '{{count}}' }, 'title is missing'],
    [
      'a key too many',
      { title: '{{site}}', extra: 'x', count_one: '{{count}}', count_other: '{{count}}' },
      'extra is not in English',
    ],
    [
      'another placeholder',
      { title: '{{place}}', count_one: '{{count}}', count_other: '{{count}}' },
      'title fills in {place}, English {site}',
    ],
    ['a missing plural form', { title: '{{site}}', count_other: '{{count}}' }, 'count has no form "one"'],
    ['an empty text', { title: '{{site}}', count_one: ' ', count_other: '{{count}}' }, 'count_one is empty'],
  ])('%s is reported', (_what, texts, problem) => {
    expect(compareLocales('de', flat(texts), english)).toEqual([problem])
  })

  test('a form for nothing is allowed', () => {
    const german = flat({
      title: '{{site}}',
      count_zero: 'kein Alarm',
      count_one: 'ein Alarm',
      count_other: '{{count}}',
    })
    expect(compareLocales('de', german, english)).toEqual([])
  })

  test('each language has its own plural forms: French has "many", German has not', () => {
    const french = flat({
      title: '{{site}}',
      count_one: '{{count}}',
      count_many: '{{count}}',
      count_other: '{{count}}',
    })
    expect(compareLocales('fr', french, english)).toEqual([])
    expect(compareLocales('de', french, english)).toEqual(['count has a form "many", which de does not know'])
  })
})

describe('texts that nothing shows', () => {
  test('are those that no source names, as they are, with their namespace, or by a pattern', () => {
    const sources = ["t('a.b')", 't("ns:c")', 't(`tabs.${tab}`)', 't(`ns:deep.${x}.end`)', "t('count', { count })"]
    const keys = [
      'a.b',
      'c',
      'tabs.one',
      'tabs.one.two',
      'deep.x.end',
      'deep.x',
      'count_one',
      'count_other',
      'left.over',
    ]
    expect(findUnused('ns', keys, mentionedIn(sources))).toEqual(['tabs.one.two', 'deep.x', 'left.over'])
  })

  test('a template that is only a gap uses nothing', () => {
    expect(findUnused('ns', ['a', 'b.c'], mentionedIn(['t(`${key}`)', 't(`${a}:${b}`)', 't(`${a}.${b}`)']))).toEqual([
      'a',
      'b.c',
    ])
  })
})

function makeFolder(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return { locales: join(folder, 'locales'), src: join(folder, 'src') }
}

describe('a folder of texts', () => {
  test('is reported with language and namespace', () => {
    const { locales, src } = makeFolder({
      'locales/en/home.json': '{"title":"Home {{n}}","old":"x"}',
      'locales/en/stray.json': '{}',
      'locales/de/home.json': '{"title":"Start"}',
      'locales/de/more.json': '{}',
      'locales/xx/home.json': '{}',
      'src/deep/page.tsx': "t('title')",
      'src/page.test.tsx': "t('old')",
    })
    expect(checkTexts(locales, [src], ['en', 'fr'])).toEqual([
      'xx: the product has no such language',
      'fr: has no texts',
      'en/stray: is not loaded',
      'de/more: English has no such namespace',
      'de/home: old is missing',
      'de/home: title fills in {}, English {n}',
      'en/home: old is used nowhere',
    ])
  })

  test('without problems reports none', () => {
    const { locales, src } = makeFolder({
      'locales/en/home.json': '{"title":"Home"}',
      'src/page.tsx': "t('home:title')",
    })
    expect(checkTexts(locales, [src], ['en'])).toEqual([])
  })
})
