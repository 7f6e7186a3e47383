import { DatabaseError } from 'pg'
import { MediaUnavailable } from '../media/media-unavailable.ts'

/**
 * SQLSTATEs of temporary failures: connections (08), conflicting transactions (40), exhausted resources such as connections and disk space
 * (53), a server that starts, stops or cancels (57), its disk (58), a lock timeout, a read-only server.
 */
const PASSING_SQL = /^(08|40|53|57|58|55P03$|25006$)/

/** System error codes of failing connections, full disks, and stores that are unavailable or read-only. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EIO',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ESTALE',
  'ENODEV',
  'EMFILE',
  'ENFILE',
])

/** The messages of errors that pg throws without a code. */
const OF_PG =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Whether a failure is probably temporary, so that the caller should try again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof MediaUnavailable) return true
  if (error instanceof DatabaseError) return PASSING_SQL.test(error.code ?? '')
  if (error instanceof AggregateError && error.errors.some(isPassing)) return true
  if (!(error instanceof Error)) return false
  return OF_PG.test(error.message) || ('code' in error && PASSING_CODES.has(error.code))
}
