import type { VerdictFilter } from '../../alarms-search.ts'

/** Verdicts by their importance to an operator. */
export const VERDICT_FILTERS_IN_ORDER = ['true', 'unverified', 'waiting', 'false'] as const satisfies VerdictFilter[]
