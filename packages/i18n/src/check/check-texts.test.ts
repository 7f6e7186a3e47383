import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkTexts, type TextsToCheck } from './check-texts.ts'
import { compareLocales } from './compare-locales.ts'
import { findUnused, mentionedIn } from './find-unused.ts'
import { flatten, placeholdersOf } from './flatten.ts'
import { glossaryFaults } from './glossary-faults.ts'
import { missingTexts } from './missing-texts.ts'
import { writtenAt } from './stale-texts.ts'
import { textFaults } from './text-faults.ts'

const flat = (texts: Record<string, string>) => new Map(Object.entries(texts))

test('a namespace is flattened into texts by their full keys', () => {
  expect(flatten({ a: { b: 'x', c: { d: 'y' } }, e: 'z' })).toEqual(flat({ 'a.b': 'x', 'a.c.d': 'y', e: 'z' }))
  expect(() => flatten({ a: { b: 1 } })).toThrow('a.b is neither a text nor a group of texts')
  expect(() => flatten({ a: ['x'] })).toThrow('a is neither')
})

test('placeholders are found in every form', () => {
  expect(placeholdersOf('{{ b }} {{a}} {{- c}} {{n, number}} {{a}} {d}')).toEqual(['a', 'b', 'c', 'n'])
})

describe('a language compared with English', () => {
  const english = flat({ title: 'Alarms of {{site}}', count_one: '{{count}} alarm', count_other: '{{count}} alarms' })

  test('has no problems if it is complete, in any order of words', () => {
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

  test('may have a plural form for zero', () => {
    const german = flat({
      title: '{{site}}',
      count_zero: 'kein Alarm',
      count_one: 'ein Alarm',
      count_other: '{{count}}',
    })
    expect(compareLocales('de', german, english)).toEqual([])
  })

  test('must have its own plural forms: French needs "many", and German must not have it', () => {
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

describe('unused texts', () => {
  test('are texts that no source names by their key, by their namespace and key, or by a pattern', () => {
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

  test('are not hidden by a template that is only a placeholder', () => {
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

/** The input of the check, with folders that a test made. */
const checking = (made: { locales: string; src: string }, more: Partial<TextsToCheck> = {}): TextsToCheck => ({
  locales: made.locales,
  sources: [made.src],
  glossaries: { de: { quotes: ['„', '“'], terms: { camera: { use: 'Kamera', avoid: ['Ansicht*'] } } } },
  offered: ['en', 'de'],
  loaded: async () => ['home'],
  sameInBoth: {},
  sameEverywhere: ['{{n}} kB', 'Webhook'],
  ...more,
})

describe('a folder of texts', () => {
  test('is reported with language and namespace · I18N-001', async () => {
    const made = makeFolder({
      'locales/en/home.json': '{"title":"Home {{n}}","old":"Something that was shown once"}',
      'locales/en/stray.json': '{}',
      'locales/de/home.json': '{"title":"Start"}',
      'locales/de/more.json': '{}',
      'locales/xx/home.json': '{}',
      'src/deep/page.tsx': "t('title')",
      'src/page.test.tsx': "t('old')",
    })
    expect(await checkTexts(checking(made, { offered: ['en', 'de', 'fr'] }))).toEqual([
      'xx: the product has no such language',
      'fr: has no texts',
      'de/more: English has no such namespace',
      'de/stray: is not loaded; run npm run texts -- namespaces',
      'de/home: old is missing',
      'de/home: title fills in {}, English {n}',
      'en/home: old is used nowhere',
      'en/stray: is not loaded; run npm run texts -- namespaces',
    ])
  })

  test('without problems is not reported', async () => {
    const made = makeFolder({
      'locales/en/home.json': '{"title":"Cameras"}',
      'locales/de/home.json': '{"title":"Kameras"}',
      'src/page.tsx': "t('home:title')",
    })
    expect(await checkTexts(checking(made))).toEqual([])
  })

  test('of a language that is not offered may have gaps and errors', async () => {
    const made = makeFolder({
      'locales/en/home.json': '{"title":"Cameras"}',
      'locales/de/home.json': '{"titel":""}',
      'src/page.tsx': "t('home:title')",
    })
    expect(await checkTexts(checking(made, { offered: ['en'] }))).toEqual([])
  })

  test('with a text left in English is reported, and so is an unnecessary exception', async () => {
    const made = makeFolder({
      'locales/en/home.json': '{"alarm":"Alarm","save":"Save","n":"{{n}} / {{of}}","unit":"{{n}} kB"}',
      'locales/de/home.json': '{"alarm":"Alarm","save":"Save","n":"{{n}} / {{of}}","unit":"{{n}} kB"}',
      'src/page.tsx': "t('alarm'), t('save'), t('n'), t('unit')",
    })
    expect(await checkTexts(checking(made, { sameInBoth: { de: ['Alarm', 'Name'] } }))).toEqual([
      'de/home: save is left in English: "Save"',
      'de: "Name" need not be listed as the same in both languages: no text is',
    ])
  })

  test('words that the glossary forbids are reported as whole words and outside quotations', async () => {
    const made = makeFolder({
      'locales/en/home.json': '{"a":"Camera on","b":"Camera off","c":"Clear sight","d":"Press “Ansicht”"}',
      'locales/de/home.json': '{"a":"Ansichten an","b":"Kamera aus","c":"Gute Aussicht","d":"„Ansicht“ drücken"}',
      'src/page.tsx': "t('a'), t('b'), t('c'), t('d')",
    })
    expect(await checkTexts(checking(made))).toEqual(['de/home: a says "Ansicht*"; the glossary says "Kamera"'])
  })
})

test('a language without a glossary is incomplete', async () => {
  const made = makeFolder({ 'locales/en/home.json': '{}', 'locales/de/home.json': '{}', 'src/page.tsx': '' })
  expect(await checkTexts(checking(made, { glossaries: {} }))).toEqual(['de: has no glossary'])
})

describe('a text compared with its English one', () => {
  test.each([
    ['Save', ' Speichern', 'begins or ends with other spaces than English'],
    ['One\n\nTwo', 'Eins Zwei', 'has 1 lines, English 3'],
    ['Two words', 'Zwei  Wörter', 'has several spaces in a row'],
    ['Really?', 'Vraiment ?', 'has a plain space where a line must not break (U+202F or none belongs there)'],
    ['It is full.', 'Sie ist voll', 'ends with "", English with "."'],
    ['It is full', 'Sie ist voll!', 'ends with "!", English with ""'],
    ['Loading...', 'Lädt.', 'ends with ".", English with "…"'],
    ['Save', 'Hier können Sie das speichern', 'has 29 characters; 19 is much for 4 in English'],
    [
      'What is filtered because of it says so in its reasons',
      'Gefiltertes',
      'has 11 characters; that is little for 53 in English',
    ],
  ])('%j as %j has the fault: %s', (english, text, fault) => {
    expect(textFaults(flat({ a: text }), flat({ a: english }))).toEqual([`a ${fault}`])
  })

  test.each([
    ['Save', 'Enregistrer'],
    ['Really?', 'Vraiment\u202f?'],
    ['“Name”?', '„Name“?'],
    ['Say “done.”', '„Fertig“ sagen.'],
    ['Loading…', 'Chargement...'],
    ['Mails\n', 'Mails\n'],
  ])('%j as %j is correct', (english, text) => {
    expect(textFaults(flat({ a: text }), flat({ a: english }))).toEqual([])
  })

  test('a plural form that English does not have is compared with the English form "other"', () => {
    const english = flat({ n_one: '{{count}} alarm.', n_other: '{{count}} alarms.' })
    expect(textFaults(flat({ n_many: "{{count}} d'alarmes" }), english)).toEqual([
      'n_many ends with "", English with "."',
    ])
  })

  test('tags must be equal', () => {
    const english = flat({ a: 'Press <b>Go</b>' })
    expect(compareLocales('de', flat({ a: '<b>Los</b> drücken' }), english)).toEqual([])
    expect(compareLocales('de', flat({ a: 'Los drücken' }), english)).toEqual(['a fills in {}, English {</b>,<b>}'])
  })

  test('quotation marks of another language are reported', () => {
    const glossary = { quotes: ['„', '“'] as const, terms: {} }
    expect(glossaryFaults(flat({ a: '„Ja“', b: '"Ja"', c: '{{x, "y"}}' }), glossary)).toEqual([
      'b has "; quotations are „…“',
    ])
  })
})

describe('the list for a translator', () => {
  test('contains missing texts in English, with the plural forms of the language', () => {
    const { locales } = makeFolder({
      'locales/en/home.json': '{"a":"Here","n_zero":"none","n_one":"{{count}} alarm","n_other":"{{count}} alarms"}',
      'locales/fr/home.json': '{"n_one":"{{count}} alarme"}',
    })
    expect(missingTexts(locales, 'fr').map(({ key, english }) => [key, english])).toEqual([
      ['a', 'Here'],
      ['n_many', '{{count}} alarms'],
      ['n_other', '{{count}} alarms'],
    ])
    expect(missingTexts(locales, 'fr').every(({ namespace }) => namespace === 'home')).toBe(true)
  })

  test('uses the date of the line of a text, also of texts in groups', () => {
    const line = (commit: string, at: number | undefined, text: string) =>
      `${commit.repeat(40)} 1 1\n${at === undefined ? '' : `author-time ${at}\n`}\t${text}\n`
    const porcelain =
      line('a', 100, '{') +
      line('a', undefined, '  "menu": {') +
      line('b', 200, '    "home": "Home"') +
      line('a', undefined, '  },') +
      line('a', undefined, '  "skip": "Skip"') +
      line('a', undefined, '}')
    expect(writtenAt(porcelain)).toEqual(
      new Map([
        ['menu.home', 200],
        ['skip', 100],
      ]),
    )
  })
})
