export type Verdict = 'true' | 'false' | 'unverified'

const RANK: Record<Verdict, number> = { false: 0, unverified: 1, true: 2 }

/** The current verdict of an alarm before a new answer. */
export interface StandingVerdict {
  verdict: Verdict | null
  /** The number of analysed signals. 0 with a verdict: the deadline gave it, or messages were not read yet. */
  analysedSignals: number
}

/**
 * The effect of a new answer on an alarm. The first answer stands. An answer of the deadline, or one from before all messages were read, is
 * replaced by any later analysis. Between two analyses (a further signal of the burst arrived) a verdict can only rise: an alarm that was
 * passed on for a reason is not taken back because a later picture shows an empty yard.
 */
export function planVerdict(standing: StandingVerdict, answer: Verdict): { verdict: Verdict; changed: boolean } {
  const { verdict: current, analysedSignals } = standing
  if (current === null) return { verdict: answer, changed: true }
  if (analysedSignals === 0) return { verdict: answer, changed: answer !== current }
  if (RANK[answer] > RANK[current]) return { verdict: answer, changed: true }
  return { verdict: current, changed: false }
}

/** How the hourly counts change with a new or changed verdict. */
export function countChange(
  before: Verdict | null,
  after: Verdict | null,
): { passed: number; filtered: number; unverified: number } {
  const one = (verdict: Verdict | null, name: Verdict) => (verdict === name ? 1 : 0)
  return {
    passed: one(after, 'true') - one(before, 'true'),
    filtered: one(after, 'false') - one(before, 'false'),
    unverified: one(after, 'unverified') - one(before, 'unverified'),
  }
}
