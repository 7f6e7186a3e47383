import { baseKey } from './flatten.ts'

const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g
const TEMPLATE = /`([^`]*)`/g

/** Every text that stands in quotes in the sources, and every pattern that a template with gaps can make. */
export interface MentionedKeys {
  exact: ReadonlySet<string>
  patterns: readonly RegExp[]
}

function patternOf(template: string): RegExp | undefined {
  // A template of hardly more than gaps would match everything and prove nothing: a whole word must stand at a dot or colon.
  if (!/[\w-]{2,}[.:]|[.:][\w-]{2,}/.test(template.replaceAll(/\$\{[^}]*\}/g, ' '))) return undefined
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^.:]+')}$`)
}

/** Reads which keys sources may name. Reading text instead of code errs on the side of "used". */
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

/** Keys of a namespace that no source names, with or without the namespace before them. */
export function findUnused(namespace: string, keys: Iterable<string>, { exact, patterns }: MentionedKeys): string[] {
  const isUsed = (key: string) =>
    [key, `${namespace}:${key}`].some((name) => exact.has(name) || patterns.some((pattern) => pattern.test(name)))
  return Array.from(new Set(Array.from(keys, baseKey))).filter((key) => !isUsed(key))
}
