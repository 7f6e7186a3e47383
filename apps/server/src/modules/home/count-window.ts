import { LONGEST_WINDOW_DAYS } from '@winnow/contract'
import { sameTimeDaysAway } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { endOfQuarter, wholeQuarters } from './count-granted.ts'
import type { Window } from './quarter-counts.ts'

const DAY_MS = 86_400_000

/** The window that a request names, each field optional. */
export interface AskedWindow {
  since?: string | undefined
  till?: string | undefined
  timezone?: string | undefined
}

/** Windows lie between these instants. Earlier and later ones hold no alarm, and their ends could not be written. */
const BOUNDS = { first: Date.parse('1970-01-01T00:00:00Z'), last: Date.parse('9999-12-31T00:00:00Z') }

/**
 * The whole quarter hours of a window that a request names. Without `till` it ends with the current quarter hour, without `since` it is a
 * day long.
 * @throws AppError VALIDATION if it ends before it begins, is too long, or lies before 1970 or after 9999
 */
export function askedWindow(asked: AskedWindow, now: Date): Window {
  const till = asked.till === undefined ? endOfQuarter(now) : new Date(asked.till)
  const since = asked.since === undefined ? new Date(till.getTime() - DAY_MS) : new Date(asked.since)
  const refuse = (field: 'since' | 'till', message: string) =>
    new AppError('VALIDATION', message, { fields: [{ field, message }] })
  if (since.getTime() >= till.getTime()) throw refuse('since', 'The beginning of the window must be before its end')
  if (till.getTime() > BOUNDS.last) throw refuse('till', 'The window must end before the last day of the year 9999')
  if (since.getTime() < BOUNDS.first)
    throw refuse(asked.since === undefined ? 'till' : 'since', 'The window must not begin before 1970')
  const window = wholeQuarters(since, till)
  if (window.till.getTime() - window.since.getTime() > LONGEST_WINDOW_DAYS * DAY_MS + DAY_MS / 12)
    throw refuse('since', `The window must not be longer than ${LONGEST_WINDOW_DAYS} days`)
  return window
}

/** The zone that a request names, or else the company's default zone for sites. */
export async function askedZone(tx: Tx, companyId: string, asked: AskedWindow): Promise<string> {
  if (asked.timezone !== undefined) return asked.timezone
  const { rows } = await sql<{ zone: string }>`
    select default_site_timezone as zone from company where id = ${companyId}`.execute(tx)
  return rows[0]?.zone ?? 'UTC'
}

/** The same local times a week before. If clocks change in between, the window has the same local times, not the same length. */
export const weekBefore = ({ since, till }: Window, zone: string): Window =>
  wholeQuarters(sameTimeDaysAway(since, -7, zone), sameTimeDaysAway(till, -7, zone))

/** A window as it stands in a reply. */
export const writtenWindow = ({ since, till }: Window) => ({ since: since.toISOString(), till: till.toISOString() })
