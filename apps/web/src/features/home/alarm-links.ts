/** Filters of the alarm list, as its address holds them. */
export interface ListOf {
  since: string
  till?: string
  verdict?: string
  label?: 'true' | 'false' | 'unlabelled'
  late?: true
  site?: string
  camera?: string
}

/** A counted period. It includes `since` and excludes `till`. */
export interface Period {
  since: string
  till: string
}

export const COUNTED = ['passed', 'unverified', 'filtered', 'waiting', 'outside'] as const
export type Counted = (typeof COUNTED)[number]

/** The alarms that make up a number of Home, as the filters of the alarm list. A test compares each number with the list behind it. */
export function listOf(kind: Counted | 'received', { since, till }: Period): ListOf {
  // Without a filter by verdict, the list leaves out alarms of cameras that did not count (`outside`).
  return { since, till, verdict: kind === 'received' ? COUNTED.join(',') : kind }
}

/** Alarms that the filter judged: the base of the reduction. */
export const judged = ({ since, till }: Period): ListOf => ({ since, till, verdict: 'passed,filtered' })

/** Alarms labelled true or false that have a verdict. Of those labelled true, `passedOn` are those that were not filtered. */
export const labelled = ({ since, till }: Period, label: 'true' | 'false'): ListOf => ({
  since,
  till,
  label,
  verdict: 'passed,unverified,filtered',
})
export const passedOn = (period: Period): ListOf => ({ ...labelled(period, 'true'), verdict: 'passed,unverified' })

/** The alarms by which a site or camera has its place in a ranking. */
export function rankedList(by: 'alarming' | 'true' | 'false', { since, till }: Period): ListOf {
  return by === 'alarming' ? { since, till } : labelled({ since, till }, by)
}

const DAY_MS = 86_400_000

/** Alarms that wait past their deadline, whenever they were received. The list needs a beginning: it is before the oldest of them. */
export function lateList({ oldest }: { oldest: string | null }, now: string): ListOf {
  return { since: new Date(Date.parse(oldest ?? now) - DAY_MS).toISOString(), late: true }
}
