import type { VerdictFilter } from '../../alarms-search.ts'

/** Verdicts by their importance to an operator. If none is chosen, alarms with any of them except the last are listed. */
export const VERDICT_FILTERS_IN_ORDER = [
  'true',
  'unverified',
  'waiting',
  'false',
  'outside',
] as const satisfies VerdictFilter[]
