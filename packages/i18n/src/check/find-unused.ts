import { baseKey } from './flatten.ts'

const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g
const TEMPLATE = /`([^`]*)`/g

/** All quoted texts in the sources, and a pattern for every template literal that has gaps. */
export interface MentionedKeys {
  exact: ReadonlySet<string>
  patterns: readonly RegExp[]
}

function patternOf(template: string): RegExp | undefined {
  // A template that consists almost only of gaps would match every key and prove nothing. It must contain a word of two or more characters
  // next to a dot or colon.
  if (!/[\w-]{2,}[.:]|[.:][\w-]{2,}/.test(template.replaceAll(/\$\{[^}]*\}/g, ' '))) return undefined
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^.:]+')}$`)
}

/** Collects the keys that sources may refer to. The sources are searched as plain text, not parsed; in doubt, a key counts as used. */
export function mentionedIn(sources: Iterable<string>): MentionedKeys {
  const exact = new Set<string>()
  const patterns = new Map<string, RegExp>()
  for (const source of sources) {
    for (const match of source.matchAll(QUOTED)) exact.add(match[1] ?? match[2] ?? '')
    for (const [, template = ''] of source.matchAll(TEMPLATE)) {
      const pattern = template.includes('${') ? patternOf(template) : undefined
      if (pattern) patterns.set(pattern.source, pattern)
      else exact.add(template)
    }
  }
  return { exact, patterns: Array.from(patterns.values()) }
}

/** Keys of a namespace that no source mentions, with or without the prefix of the namespace. */
export function findUnused(namespace: string, keys: Iterable<string>, { exact, patterns }: MentionedKeys): string[] {
  const isUsed = (key: string) =>
    [key, `${namespace}:${key}`].some((name) => exact.has(name) || patterns.some((pattern) => pattern.test(name)))
  return Array.from(new Set(Array.from(keys, baseKey))).filter((key) => !isUsed(key))
}
