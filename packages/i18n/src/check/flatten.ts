/** Texts by their full key, e.g. `menu.home`. */
export type FlatTexts = ReadonlyMap<string, string>

/**
 * Flattens the nested groups of a namespace into a map from full key to text.
 * @throws Error when something in it is neither a text nor a group of texts
 */
export function flatten(node: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof node === 'string') return new Map([[path.join('.'), node]])
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    throw new Error(`${path.join('.') || 'the namespace'} is neither a text nor a group of texts`)
  return new Map(Object.entries(node).flatMap(([name, child]) => Array.from(flatten(child, [...path, name]))))
}

const PLURAL = /_(zero|one|two|few|many|other)$/

/** The key as code refers to it: without the plural suffix. */
export function baseKey(key: string): string {
  return key.replace(PLURAL, '')
}

/** The plural form in the suffix of a key; undefined if it has none. */
export function pluralOf(key: string): string | undefined {
  return PLURAL.exec(key)?.[1]
}

/**
 * The English text that corresponds to a key of another language. Plural forms that English does not have, e.g. `many`, correspond to
 * `other`.
 */
export function englishOf(key: string, english: FlatTexts): string | undefined {
  return english.get(key) ?? english.get(`${baseKey(key)}_other`)
}

/** The names of the placeholders of a text, and its tags (`<b>`, `</b>`), sorted. */
export function placeholdersOf(text: string): string[] {
  const names = Array.from(text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g), (match) => match[1] ?? '')
  const tags = Array.from(text.matchAll(/<\/?[a-zA-Z0-9]+\s*\/?>/g), ([tag]) => tag)
  return Array.from(new Set([...names, ...tags])).toSorted()
}
