import type { VerdictFilter } from '../../alarms-search.ts'

/** Verdicts in the order in which they matter to an operator. */
export const VERDICT_FILTERS_IN_ORDER = ['true', 'unverified', 'waiting', 'false'] as const satisfies VerdictFilter[]
