import type { ValidationIssue } from './issue.ts'

export function numberRangeIssue(value: number, limits: { min?: number; max?: number }): ValidationIssue | undefined {
  if (Number.isNaN(value)) return { key: 'v.number' }
  if (limits.min !== undefined && value < limits.min) return { key: 'v.numMin', params: { n: limits.min } }
  if (limits.max !== undefined && value > limits.max) return { key: 'v.numMax', params: { n: limits.max } }
  return undefined
}

// Number() accepts '', ' ', '0x10', '1e3' and 'Infinity', which nobody enters on purpose.
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/

function toNumber(value: string | number): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN
  return DECIMAL.test(value.trim()) ? Number(value) : Number.NaN
}

const unless = (isFine: boolean): ValidationIssue | undefined => (isFine ? undefined : { key: 'v.number' })

/** Accepts 1, 2, 3 … as a number or as its decimal text. */
export const positiveIntegerIssue = (value: string | number): ValidationIssue | undefined =>
  unless(Number.isSafeInteger(toNumber(value)) && toNumber(value) > 0)

/** Accepts 0, 1, 2 … as a number or as its decimal text. */
export const nonNegativeIntegerIssue = (value: string | number): ValidationIssue | undefined =>
  unless(Number.isSafeInteger(toNumber(value)) && toNumber(value) >= 0)

/** Accepts any number above zero, including fractions. */
export const positiveNumberIssue = (value: string | number): ValidationIssue | undefined => unless(toNumber(value) > 0)

/** Accepts zero and any number above zero, including fractions. */
export const nonNegativeNumberIssue = (value: string | number): ValidationIssue | undefined =>
  unless(toNumber(value) >= 0)

/** The limits of the period, in seconds, over which the rules for loitering and crowd forming look back. */
export const RULE_PERIOD_SECONDS = { min: 5, max: 300 } as const

export function clampRulePeriod(seconds: number): number {
  return Math.min(RULE_PERIOD_SECONDS.max, Math.max(RULE_PERIOD_SECONDS.min, seconds))
}

/** Hours without a signal after which a site is idle. */
export const SITE_IDLE_HOURS = { min: 2, default: 24, max: 168 } as const

export function siteIdleHoursIssue(hours: number): ValidationIssue | undefined {
  return numberRangeIssue(hours, SITE_IDLE_HOURS)
}
