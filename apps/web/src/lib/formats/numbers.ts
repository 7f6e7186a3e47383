import { CACHE_CAPACITY, CapacityCache } from '../capacity-cache.ts'

const formatters = new CapacityCache<string, Intl.NumberFormat>(CACHE_CAPACITY)

const numbers = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  formatters.get(`${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))

/** A number with the grouping of the language. */
export function formatNumber(value: number, locale: string, digits = 0): string {
  return numbers(locale, { maximumFractionDigits: digits, minimumFractionDigits: 0 }).format(value)
}

/**
 * A share of 0–1 as a percentage with one decimal: "93.1 %". Only exact values become 100 % or 0 %, since one missed alarm in ten thousand
 * must remain visible.
 */
export function formatShare(share: number, locale: string): string {
  const rounded = Math.round(share * 1000) / 10
  const honest = share < 1 && rounded >= 100 ? 99.9 : share > 0 && rounded <= 0 ? 0.1 : rounded
  return `${numbers(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(honest)} %`
}

export type ByteUnit = 'bytes' | 'kilobytes' | 'megabytes' | 'gigabytes' | 'terabytes'
export type TimeUnit = 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days'

/** A number with its unit, for a text. */
export interface Quantity<U> {
  value: number
  unit: U
}

/** Bytes in the largest decimal unit that keeps them at 1 or more; one decimal place below 10. */
export function bytesIn(bytes: number): Quantity<ByteUnit> {
  const units = ['bytes', 'kilobytes', 'megabytes', 'gigabytes', 'terabytes'] as const
  let value = bytes
  let index = 0
  while (value >= 999.5 && index < units.length - 1) {
    value /= 1000
    index += 1
  }
  return {
    value: value < 9.95 && index > 0 ? Math.round(value * 10) / 10 : Math.round(value),
    unit: units[index] ?? 'bytes',
  }
}

/** A duration in its usual unit; one decimal for seconds below 10. */
export function durationIn(milliseconds: number): Quantity<TimeUnit> {
  if (milliseconds < 999.5) return { value: Math.round(milliseconds), unit: 'milliseconds' }
  const seconds = milliseconds / 1000
  if (seconds < 9.95) return { value: Math.round(seconds * 10) / 10, unit: 'seconds' }
  if (seconds < 119.5) return { value: Math.round(seconds), unit: 'seconds' }
  if (seconds < 2 * 3600) return { value: Math.round(seconds / 60), unit: 'minutes' }
  if (seconds < 48 * 3600) return { value: Math.round(seconds / 3600), unit: 'hours' }
  return { value: Math.round(seconds / 86_400), unit: 'days' }
}
