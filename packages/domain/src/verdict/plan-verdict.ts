export type Verdict = 'true' | 'false' | 'unverified'

const RANK: Record<Verdict, number> = { false: 0, unverified: 1, true: 2 }

/** The current verdict of an alarm before a new answer. */
export interface StandingVerdict {
  verdict: Verdict | null
  /**
   * The number of signals that were analysed for the verdict. With a verdict, 0 means that the verdict is provisional. Either the deadline
   * gave it, or an analysis gave it while some messages of the alarm were not read yet, because the messages so far had no pictures or
   * their pictures showed nothing relevant.
   */
  analysedSignals: number
}

/**
 * Returns the verdict of an alarm after a new answer, and whether the verdict has changed. The first answer becomes the verdict. A
 * provisional verdict (`analysedSignals` is 0) is replaced by the next answer. Any other verdict can only rise, from `false` to
 * `unverified` to `true`, for example when a further signal of the burst is analysed: an alarm that was passed on for a reason is not taken
 * back because a later picture shows an empty yard.
 */
export function planVerdict(standing: StandingVerdict, answer: Verdict): { verdict: Verdict; changed: boolean } {
  const { verdict: current, analysedSignals } = standing
  if (current === null) return { verdict: answer, changed: true }
  if (analysedSignals === 0) return { verdict: answer, changed: answer !== current }
  if (RANK[answer] > RANK[current]) return { verdict: answer, changed: true }
  return { verdict: current, changed: false }
}
