import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { en } from '../en.ts'
import { TRANSLATED } from '../load-locale.ts'
import { FALLBACK_LOCALE, isLocale } from '../locales.ts'
import { compareLocales } from './compare-locales.ts'
import { findUnused, mentionedIn } from './find-unused.ts'
import { flatten, type FlatTexts } from './flatten.ts'

function readLocale(folder: string): Map<string, FlatTexts> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [basename(name, '.json'), flatten(JSON.parse(readFileSync(join(folder, name), 'utf8')))]),
  )
}

function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

function checkLocale(locale: string, folder: string, english: ReadonlyMap<string, FlatTexts>): string[] {
  const texts = readLocale(folder)
  const extra = Array.from(texts.keys()).filter((namespace) => !english.has(namespace))
  return [
    ...extra.map((namespace) => `${locale}/${namespace}: English has no such namespace`),
    ...Array.from(english).flatMap(([namespace, wanted]) =>
      compareLocales(locale, texts.get(namespace) ?? new Map(), wanted).map(
        (problem) => `${locale}/${namespace}: ${problem}`,
      ),
    ),
  ]
}

/**
 * Everything that is wrong with the texts: languages that lack a text or fill in something else than English, and English texts that
 * nothing shows any more.
 * @param folder `locales`, with a folder per language
 * @param sources folders of the code that shows the texts
 * @param translated languages that must be there
 */
export function checkTexts(
  folder: string,
  sources: readonly string[],
  translated: readonly string[] = TRANSLATED,
): string[] {
  const english = readLocale(join(folder, FALLBACK_LOCALE))
  const present = readdirSync(folder)
  const mentioned = mentionedIn(sources.flatMap(readSources))
  return [
    ...present.filter((name) => !isLocale(name)).map((name) => `${name}: the product has no such language`),
    ...translated.filter((name) => !existsSync(join(folder, name))).map((name) => `${name}: has no texts`),
    ...Array.from(english.keys())
      .filter((namespace) => !Object.hasOwn(en, namespace))
      .map((namespace) => `${FALLBACK_LOCALE}/${namespace}: is not loaded`),
    ...present.filter(isLocale).flatMap((locale) => checkLocale(locale, join(folder, locale), english)),
    ...Array.from(english).flatMap(([namespace, texts]) =>
      findUnused(namespace, texts.keys(), mentioned).map(
        (key) => `${FALLBACK_LOCALE}/${namespace}: ${key} is used nowhere`,
      ),
    ),
  ]
}
