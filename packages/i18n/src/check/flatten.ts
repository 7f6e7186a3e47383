/** Texts by their full key, e.g. `menu.home`. */
export type FlatTexts = ReadonlyMap<string, string>

/**
 * Takes a namespace apart into its texts.
 * @throws Error when something in it is neither a text nor a group of texts
 */
export function flatten(node: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof node === 'string') return new Map([[path.join('.'), node]])
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    throw new Error(`${path.join('.') || 'the namespace'} is neither a text nor a group of texts`)
  return new Map(Object.entries(node).flatMap(([name, child]) => Array.from(flatten(child, [...path, name]))))
}

const PLURAL = /_(zero|one|two|few|many|other)$/

/** The key as the code names it: without its plural form. */
export function baseKey(key: string): string {
  return key.replace(PLURAL, '')
}

/** The plural form a key ends in, if it does. */
export function pluralOf(key: string): string | undefined {
  return PLURAL.exec(key)?.[1]
}

/** Names of what is filled into a text, sorted. */
export function placeholdersOf(text: string): string[] {
  return Array.from(
    new Set(Array.from(text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g), (match) => match[1] ?? '')),
  ).toSorted()
}
