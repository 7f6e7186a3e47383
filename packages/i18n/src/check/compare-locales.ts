import { baseKey, type FlatTexts, placeholdersOf, pluralOf } from './flatten.ts'

function pluralProblems(locale: string, texts: FlatTexts): string[] {
  const forms = new Map<string, Set<string>>()
  for (const key of texts.keys()) {
    const form = pluralOf(key)
    if (form !== undefined) forms.set(baseKey(key), (forms.get(baseKey(key)) ?? new Set()).add(form))
  }
  const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return Array.from(forms).flatMap(([key, have]) => [
    ...wanted.filter((form) => !have.has(form)).map((form) => `${key} has no form "${form}"`),
    ...Array.from(have)
      // A separate form for zero is allowed in every language.
      .filter((form) => form !== 'zero' && !wanted.some((category) => category === form))
      .map((form) => `${key} has a form "${form}", which ${locale} does not know`),
  ])
}

/** Placeholders of a key in all its plural forms together. A form may omit a placeholder ("one camera"), but no form may add a new one. */
function allPlaceholders(texts: FlatTexts, key: string): string[] {
  const all = Array.from(texts).filter(([other]) => baseKey(other) === key)
  return Array.from(new Set(all.flatMap(([, text]) => placeholdersOf(text)))).toSorted()
}

/**
 * Compares a namespace of a language with English and returns its faults: missing and superfluous keys, empty texts, different
 * placeholders, missing plural forms, and plural forms that the language does not have.
 */
export function compareLocales(locale: string, texts: FlatTexts, english: FlatTexts): string[] {
  const keys = new Set(Array.from(texts.keys(), baseKey))
  const wanted = new Set(Array.from(english.keys(), baseKey))
  const problems = pluralProblems(locale, texts)
  for (const key of wanted) if (!keys.has(key)) problems.push(`${key} is missing`)
  for (const key of keys) {
    if (!wanted.has(key)) problems.push(`${key} is not in English`)
    else if (allPlaceholders(texts, key).join() !== allPlaceholders(english, key).join())
      problems.push(
        `${key} fills in {${allPlaceholders(texts, key).join()}}, English {${allPlaceholders(english, key).join()}}`,
      )
  }
  for (const [key, text] of texts) if (text.trim() === '') problems.push(`${key} is empty`)
  return problems
}
