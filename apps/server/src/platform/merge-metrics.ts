/**
 * Figures of several processes as one text in Prometheus' form. Each metric may stand there only once, with its help and type in front of
 * the figures of all of them; labels tell the processes apart.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const found = new Map<string, { head: string[]; figures: string[] }>()
  for (const text of texts) {
    let current: { head: string[]; figures: string[] } | undefined
    for (const line of text.split('\n')) {
      if (line === '') continue
      const [, kind, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      if (name === undefined) {
        current?.figures.push(line)
        continue
      }
      current = found.get(name) ?? { head: [], figures: [] }
      found.set(name, current)
      if (!current.head.some((known) => known.startsWith(`# ${kind} `))) current.head.push(line)
    }
  }
  return [...found.values()].map(({ head, figures }) => [...head, ...figures, ''].join('\n')).join('\n')
}
