import type { ClosingDay } from '@winnow/contract'

/**
 * Closing days with holidays added, by date. Holidays on days that are closed already are left out, since closing days must not overlap, and
 * so are those beyond the most that a schedule can have.
 */
export function withHolidays(days: readonly ClosingDay[], added: readonly ClosingDay[], most: number): ClosingDay[] {
  const all = [...days]
  for (const each of added) {
    const isClosed = all.some(({ from, to }) => from <= each.to && each.from <= to)
    if (!isClosed && all.length < most) all.push(each)
  }
  return all.toSorted((a, b) => a.from.localeCompare(b.from))
}
