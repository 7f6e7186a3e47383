import { compareCounts, countByFile, grownRules, type Counts, type Finding } from './compare-counts.ts'

/** The result of a check of the ratchets, and the counts to write. */
export interface RatchetReport {
  ok: boolean
  lines: string[]
  /** The current counts. Undefined if they may not be written, because some rule is broken more often than before. */
  counts: Counts | undefined
}

/** The findings of each counter. */
export type Findings = Readonly<Record<string, readonly Finding[]>>

/**
 * Compares the current counts with the recorded ones. A file that breaks a rule more often fails, with the places of all its breaks. A file
 * that breaks it less often fails too, so that the lower count is recorded and kept.
 */
export function checkRatchets(written: Counts, findings: Findings): RatchetReport {
  const counts = Object.fromEntries(Object.entries(findings).map(([rule, some]) => [rule, countByFile(some)] as const))
  const lines = compareCounts(written, counts).flatMap((difference) => {
    const { rule, file, found } = difference
    if (found < difference.written)
      return [
        `${rule} · ${file}: ${difference.written} are written down and ${found} are left. Run \`npm run ratchets\`.`,
      ]
    const places = (findings[rule] ?? []).filter((finding) => finding.file === file)
    return [
      `${rule} · ${file}: ${found}, at most ${difference.written} allowed.`,
      ...places.map(({ line, message }) => `    ${file}:${line} ${message}`),
    ]
  })
  return { ok: lines.length === 0, lines, counts: grownRules(written, counts).length === 0 ? counts : undefined }
}
