export type Verdict = 'true' | 'false' | 'unverified'

const RANK: Record<Verdict, number> = { false: 0, unverified: 1, true: 2 }

/** What stands on an alarm before a new answer comes. */
export interface StandingVerdict {
  verdict: Verdict | null
  /** Signals whose pictures were looked at for it. 0 with a verdict: the deadline gave it, or messages were still to be read. */
  analysedSignals: number
}

/**
 * What a new answer makes of an alarm. The first answer stands. One that the deadline gave, or that was given before all
 * messages were read, is replaced by whatever analysis found later. Between two analyses (a further signal of the burst came) a verdict may only rise: what was once passed on for
 * a reason is not taken back because a later picture shows an empty yard.
 */
export function planVerdict(standing: StandingVerdict, answer: Verdict): { verdict: Verdict; changed: boolean } {
  const { verdict: current, analysedSignals } = standing
  if (current === null) return { verdict: answer, changed: true }
  if (analysedSignals === 0) return { verdict: answer, changed: answer !== current }
  if (RANK[answer] > RANK[current]) return { verdict: answer, changed: true }
  return { verdict: current, changed: false }
}

/** How the hourly counts of received alarms move when a verdict comes or changes. */
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
