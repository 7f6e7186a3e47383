import { RESPONSE_DAYS } from '@winnow/contract'
import { dateOf, dayNumber, localDay } from '@winnow/domain'
import { AppError } from '../../platform/http/app-error.ts'

/** Whole days, both included, as `2026-11-20`. */
export interface Days {
  since: string
  till: string
}

const USUAL_DAYS = 8
/** The first day of PostgreSQL's calendar as it is written here: it has no year 0. */
const FIRST_DAY = '0001-01-01'
/** Where days begin first. */
const FIRST_ZONE = 'Pacific/Kiritimati'

/**
 * The days that a request names. Without `till` they end with the newest day that a site can have, without `since` they are eight.
 * @throws AppError VALIDATION if they end before they begin, or are too many
 */
export function askedDays(asked: { since?: string | undefined; till?: string | undefined }, now: Date): Days {
  const till = asked.till ?? localDay(now, FIRST_ZONE)
  const last = dayNumber(till) ?? 0
  const since = asked.since ?? dateOf(last - USUAL_DAYS + 1)
  const count = last - (dayNumber(since) ?? 0) + 1
  const message =
    count < 1
      ? 'The first day must not be after the last one'
      : count > RESPONSE_DAYS
        ? `At most ${RESPONSE_DAYS} days can be asked for`
        : since < FIRST_DAY
          ? `No day can be before ${FIRST_DAY}`
          : undefined
  if (message !== undefined) throw new AppError('VALIDATION', message, { fields: [{ field: 'since', message }] })
  return { since, till }
}
