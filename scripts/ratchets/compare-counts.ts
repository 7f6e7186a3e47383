/** How often each file breaks a rule, by rule and file. Files without breaks are left out. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** One place that breaks a rule. */
export interface Finding {
  file: string
  line: number
  message: string
}

/** A file whose count differs from the recorded one. */
export interface Difference {
  rule: string
  file: string
  written: number
  found: number
}

/** Counts the breaks of each file, sorted by file name. */
export function countByFile(findings: readonly Finding[]): Record<string, number> {
  const byFile = Map.groupBy(findings, ({ file }) => file)
  return Object.fromEntries([...byFile].map(([file, some]) => [file, some.length] as const).toSorted(byName))
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** All files whose counts differ from the recorded ones, also for rules that are no longer counted. */
export function compareCounts(written: Counts, found: Counts): Difference[] {
  return [...new Set([...Object.keys(found), ...Object.keys(written)])].flatMap((rule) => {
    const [before, counts] = [written[rule] ?? {}, found[rule] ?? {}]
    return [...new Set([...Object.keys(before), ...Object.keys(counts)])]
      .toSorted()
      .map((file) => ({ rule, file, written: before[file] ?? 0, found: counts[file] ?? 0 }))
      .filter((difference) => difference.written !== difference.found)
  })
}

/**
 * The rules whose total over all files is higher than recorded. Their counts may not be written. A file that moves to another path does not
 * raise the total. A rule that is not recorded yet starts with its current count.
 */
export function grownRules(written: Counts, found: Counts): string[] {
  return Object.entries(found)
    .filter(([rule, counts]) => written[rule] !== undefined && sum(counts) > sum(written[rule]))
    .map(([rule]) => rule)
}
