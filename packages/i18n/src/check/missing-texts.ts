import { join } from 'node:path'
import { FALLBACK_LOCALE } from '../locales.ts'
import { baseKey, pluralOf } from './flatten.ts'
import { readLocale } from './read-texts.ts'

/** A text that is missing in a language. */
export interface MissingText {
  namespace: string
  key: string
  english: string
}

/** The texts that exist in English and are missing in a language, including plural forms that English does not have. */
export function missingTexts(locales: string, locale: string): MissingText[] {
  const texts = readLocale(join(locales, locale))
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return Array.from(readLocale(join(locales, FALLBACK_LOCALE))).flatMap(([namespace, english]) => {
    const have = texts.get(namespace) ?? new Map<string, string>()
    const wanted = Array.from(english).flatMap(([key, text]) =>
      pluralOf(key) === 'other'
        ? forms.map((form) => ({
            key: `${baseKey(key)}_${form}`,
            english: english.get(`${baseKey(key)}_${form}`) ?? text,
          }))
        : ['one', 'zero'].includes(pluralOf(key) ?? '')
          ? []
          : [{ key, english: text }],
    )
    return wanted.filter(({ key }) => !have.has(key)).map((each) => ({ namespace, ...each }))
  })
}
