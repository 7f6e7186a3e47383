/**
 * Merges the metrics of several processes into one text in Prometheus format. Each metric may appear only once, with its help and type
 * before all its values. Labels distinguish the processes.
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
