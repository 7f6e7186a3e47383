import type { SensitivityPreview, Verdict } from '@winnow/contract'
import { rejudge, type StoredFindings } from '@winnow/vision/learn'

/** An alarm with what is stored of its analysis. */
export interface JudgedAlarm {
  id: string
  receivedAt: Date
  groundTruth: boolean | null
  stored: StoredFindings
}

type Sensitivity = Parameters<typeof rejudge>[1]

/** Passed on to receivers: true ones, and those that could not be decided. */
const isPassed = (verdict: Verdict): boolean => verdict !== 'false'

const countOf = (flips: readonly SensitivityPreview['flips'][number][]) => ({
  count: flips.length,
  labelledTrue: flips.filter(({ groundTruth }) => groundTruth === true).length,
  labelledFalse: flips.filter(({ groundTruth }) => groundTruth === false).length,
})

/** Compares the verdicts that alarms got with those that they would have got with another sensitivity. */
export function compareVerdicts(
  alarms: readonly JudgedAlarm[],
  sensitivity: Sensitivity,
): Omit<SensitivityPreview, 'current'> {
  let notJudged = 0
  const flips: SensitivityPreview['flips'] = []
  for (const { id, receivedAt, groundTruth, stored } of alarms) {
    const to = rejudge(stored, sensitivity)
    if (to === undefined) notJudged += 1
    else if (to !== stored.verdict)
      flips.push({ id, receivedAt: receivedAt.toISOString(), from: stored.verdict, to, groundTruth })
  }
  return {
    alarms: alarms.length,
    judged: alarms.length - notJudged,
    notJudged,
    filtered: countOf(flips.filter(({ from, to }) => isPassed(from) && !isPassed(to))),
    passed: countOf(flips.filter(({ from, to }) => !isPassed(from) && isPassed(to))),
    flips,
  }
}
