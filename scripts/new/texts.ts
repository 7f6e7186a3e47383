import { LOCALES, type Locale } from '../../packages/i18n/src/locales.ts'
import { SAME_EVERYWHERE, SAME_IN_BOTH } from '../../packages/i18n/src/check/same-in-both.ts'
import type { Draft } from './draft.ts'

/** A title by language. */
export type Titles = Readonly<Partial<Record<Locale, string>>>

const SAME = 'packages/i18n/src/check/same-in-both.ts'

interface Texts {
  [key: string]: string | Texts
}

/**
 * Adds a text in every language. A language without its own title gets the English one, which is recorded as the same
 * in both.
 * @param path namespace and keys, such as `shell.menu.holidays`
 * @returns the remaining work
 */
export function addText(draft: Draft, path: string, titles: Titles, fallback: string): string[] {
  const [namespace = '', ...keys] = path.split('.')
  const english = titles.en ?? fallback
  const untranslated = LOCALES.filter((locale) => locale !== 'en' && titles[locale] === undefined)
  for (const locale of LOCALES)
    draft.edit(`packages/i18n/locales/${locale}/${namespace}.json`, (text) => {
      const texts: Texts = JSON.parse(text)
      let at: Texts = texts
      for (const key of keys.slice(0, -1)) {
        const below = at[key]
        if (typeof below !== 'object') throw new Error(`there is no ${key} any more`)
        at = below
      }
      at[keys.at(-1) ?? ''] = titles[locale] ?? english
      return `${JSON.stringify(texts, null, 2)}\n`
    })
  for (const locale of untranslated) allowAsInEnglish(draft, locale, english)
  if (untranslated.length === 0) return []
  return [`Translate ${path} into ${untranslated.join(', ')}, and take “${english}” out of ${SAME}.`]
}

function allowAsInEnglish(draft: Draft, locale: Locale, text: string): void {
  if (locale === 'en' || SAME_EVERYWHERE.includes(text) || SAME_IN_BOTH[locale].includes(text)) return
  draft.edit(SAME, (source) => {
    const list = new RegExp(`(\\n  ${locale}: \\[)([^\\]]*)(\\])`)
    const found = list.exec(source)
    if (!found) throw new Error(`there is no list of ${locale} any more`)
    const texts = [...(found[2] ?? '').matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"/g)].map(([written]) => written)
    const written = JSON.stringify(text)
    return texts.includes(written) ? source : source.replace(list, `$1${[...texts, written].join(', ')}$3`)
  })
}
