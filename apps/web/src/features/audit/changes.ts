/** One changed field, by its path in the entry (`maskConfig.maskOpacity`). */
export interface Change {
  field: string
  before: string
  after: string
}

function flatten(value: unknown, path: string, into: Map<string, string>): void {
  if (value === null || value === undefined) return
  if (typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, path === '' ? key : `${path}.${key}`, into)
    return
  }
  into.set(path, typeof value === 'string' ? value : JSON.stringify(value))
}

/** Returns the differences between the state before and after an entry. If one state is missing, these are all fields of the other. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [new Map<string, string>(), new Map<string, string>()]
  flatten(before, '', was)
  flatten(after, '', is)
  const fields = new Set([...was.keys(), ...is.keys()])
  return [...fields]
    .filter((field) => was.get(field) !== is.get(field))
    .map((field) => ({ field, before: was.get(field) ?? '', after: is.get(field) ?? '' }))
}
