import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FALLBACK_LOCALE, isLocale } from '../locales.ts'
import { compareLocales } from './compare-locales.ts'
import { findUnused, mentionedIn } from './find-unused.ts'
import type { FlatTexts } from './flatten.ts'
import { glossaryFaults, type GlossaryToHold } from './glossary-faults.ts'
import { type LocaleFolder, readLocale, readSources } from './read-texts.ts'
import { sameAsEnglish, textFaults } from './text-faults.ts'

export interface TextsToCheck {
  /** The folder that contains one folder per language, with one file per namespace. */
  locales: string
  /** The glossaries of all languages except English. */
  glossaries: Readonly<Record<string, GlossaryToHold>>
  /** Folders of the code that displays the texts. */
  sources: readonly string[]
  /** Languages whose texts must be complete and correct. English is always one of them. */
  offered: readonly string[]
  /** The namespaces that the product loads for a language. */
  loaded: (locale: string) => Promise<readonly string[]>
  /** Texts of each language that are correct although they are identical to the English text. Entries that no longer apply are reported. */
  sameInBoth: Readonly<Record<string, readonly string[]>>
  /** Texts that may be identical to the English text in every language. */
  sameEverywhere: readonly string[]
}

function sameProblems(locale: string, texts: LocaleFolder, english: LocaleFolder, what: TextsToCheck): string[] {
  const allowed = what.sameInBoth[locale] ?? []
  const same = Array.from(texts).flatMap(([namespace, flat]) =>
    sameAsEnglish(flat, english.get(namespace) ?? new Map()).map(({ key, text }) => ({
      name: `${namespace}: ${key}`,
      text,
    })),
  )
  const used = new Set(same.map(({ text }) => text))
  return [
    ...same
      .filter(({ text }) => !allowed.includes(text) && !what.sameEverywhere.includes(text))
      .map(({ name, text }) => `${locale}/${name} is left in English: ${JSON.stringify(text)}`),
    ...allowed
      .filter((text) => !used.has(text))
      .map((text) => `${locale}: ${JSON.stringify(text)} need not be listed as the same in both languages: no text is`),
  ]
}

/** All faults of one language, compared with English. */
export async function checkLocale(locale: string, what: TextsToCheck): Promise<string[]> {
  const english = readLocale(join(what.locales, FALLBACK_LOCALE))
  const texts = readLocale(join(what.locales, locale))
  const loaded = await what.loaded(locale)
  const glossary = what.glossaries[locale]
  const problemsOf = (flat: FlatTexts, wanted: FlatTexts): string[] => [
    ...compareLocales(locale, flat, wanted),
    ...textFaults(flat, wanted),
    ...(glossary ? glossaryFaults(flat, glossary) : []),
  ]
  return [
    ...(glossary ? [] : [`${locale}: has no glossary`]),
    ...Array.from(texts.keys())
      .filter((namespace) => !english.has(namespace))
      .map((namespace) => `${locale}/${namespace}: English has no such namespace`),
    ...Array.from(english.keys())
      .filter((namespace) => !loaded.includes(namespace))
      .map((namespace) => `${locale}/${namespace}: is not loaded; run npm run texts -- namespaces`),
    ...Array.from(english).flatMap(([namespace, wanted]) =>
      problemsOf(texts.get(namespace) ?? new Map(), wanted).map((problem) => `${locale}/${namespace}: ${problem}`),
    ),
    ...sameProblems(locale, texts, english, what),
  ]
}

async function checkEnglish({ locales, sources, loaded }: TextsToCheck): Promise<string[]> {
  const english = readLocale(join(locales, FALLBACK_LOCALE))
  const namespaces = await loaded(FALLBACK_LOCALE)
  const mentioned = mentionedIn(sources.flatMap(readSources))
  return Array.from(english).flatMap(([namespace, texts]) => [
    ...(namespaces.includes(namespace)
      ? []
      : [`${FALLBACK_LOCALE}/${namespace}: is not loaded; run npm run texts -- namespaces`]),
    ...compareLocales(FALLBACK_LOCALE, texts, texts).map((problem) => `${FALLBACK_LOCALE}/${namespace}: ${problem}`),
    ...findUnused(namespace, texts.keys(), mentioned).map(
      (key) => `${FALLBACK_LOCALE}/${namespace}: ${key} is used nowhere`,
    ),
  ])
}

/**
 * All faults of the texts that users see. English: texts that no code displays. Each offered language: texts that are missing, superfluous,
 * left in English or far too long, that have wrong plural forms, different placeholders or different end punctuation, or that contradict
 * the glossary. Languages that are not offered are not checked, so that they can be incomplete while they are translated.
 */
export async function checkTexts(what: TextsToCheck): Promise<string[]> {
  const present = readdirSync(what.locales)
  const offered = what.offered.filter((locale) => locale !== FALLBACK_LOCALE)
  const [there, gone] = [
    offered.filter((locale) => present.includes(locale)),
    offered.filter((locale) => !present.includes(locale)),
  ]
  const languages = await Promise.all(there.map(async (locale) => checkLocale(locale, what)))
  return [
    ...present.filter((name) => !isLocale(name)).map((name) => `${name}: the product has no such language`),
    ...gone.map((name) => `${name}: has no texts`),
    ...languages.flat(),
    ...(await checkEnglish(what)),
  ]
}
