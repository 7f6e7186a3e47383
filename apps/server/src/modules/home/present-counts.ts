import type { alarmStep, alarmTotals } from '@winnow/contract'
import { proportionInterval, zoneSteps, type Step } from '@winnow/domain'
import type { z } from 'zod'
import { addCounts, noCounts, type Counts, type CountsByQuarter, type Window } from './quarter-counts.ts'

/** The numbers of alarms by verdict. `received` is the sum of the others. */
const presentCounts = ({ received, filtered, passed, unverified, outside }: Counts) => ({
  received,
  filtered,
  passed,
  unverified,
  // Derived from the same rows. A count of its own could see verdicts that these rows do not have yet.
  waiting: received - filtered - passed - unverified - outside,
  outside,
})

/** Counts with the shares that follow from them. */
export function presentTotals(counts: Counts): z.output<typeof alarmTotals> {
  const kept = counts.true_passed + counts.true_unverified
  const labelledTrue = kept + counts.true_filtered
  const judgedFalse = counts.false_passed + counts.false_filtered
  return {
    ...presentCounts(counts),
    labelled: { true: labelledTrue, false: judgedFalse + counts.false_unverified },
    // Unverified alarms got no verdict from the filter, so they do not count in its share.
    reduction: proportionInterval(counts.filtered, counts.filtered + counts.passed),
    recall: proportionInterval(kept, labelledTrue),
    falseFiltered: proportionInterval(counts.false_filtered, judgedFalse),
  }
}

/** The sum of the counts of a window. */
export function sumOf(byQuarter: CountsByQuarter, { since, till }: Window): Counts {
  const sum = noCounts()
  for (const [quarter, counts] of byQuarter)
    if (quarter >= since.getTime() && quarter < till.getTime()) addCounts(sum, counts)
  return sum
}

/** The counts of each step of a window in a zone, in order, also of steps without alarms. */
export function presentSeries(
  byQuarter: CountsByQuarter,
  { since, till }: Window,
  zone: string,
  step: Step,
): z.output<typeof alarmStep>[] {
  const quarters = [...byQuarter].toSorted(([a], [b]) => a - b)
  let next = quarters.findIndex(([quarter]) => quarter >= since.getTime())
  if (next === -1) next = quarters.length
  const starts = zoneSteps(since, till, zone, step)
  return starts.map((at, index) => {
    const end = (starts[index + 1] ?? till).getTime()
    const sum = noCounts()
    for (let found = quarters[next]; found !== undefined && found[0] < end; found = quarters[++next])
      addCounts(sum, found[1])
    return { at: at.toISOString(), ...presentCounts(sum) }
  })
}

const HOUR_MS = 3_600_000

/** The step of a series if the request names none: about a hundred steps at most. */
export function usualStep({ since, till }: Window): Step {
  const hours = (till.getTime() - since.getTime()) / HOUR_MS
  return hours <= 6 ? 'quarter' : hours <= 72 ? 'hour' : 'day'
}
