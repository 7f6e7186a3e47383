/** The first cycle in a graph, as the names on it, each once; undefined when there is none. */
export function findCircle(arrows: readonly { from: string; to: string }[]): string[] | undefined {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const done = new Set<string>()

  function walk(name: string, way: string[]): string[] | undefined {
    const before = way.indexOf(name)
    if (before >= 0) return way.slice(before)
    if (done.has(name)) return undefined
    for (const to of next.get(name) ?? []) {
      const circle = walk(to, [...way, name])
      if (circle) return circle
    }
    done.add(name)
    return undefined
  }

  for (const name of next.keys()) {
    const circle = walk(name, [])
    if (circle) return circle
  }
  return undefined
}
