import { DatabaseError } from 'pg'
import { MediaUnavailable } from '../media/media-unavailable.ts'

/**
 * SQLSTATE of what will pass: connections (08), transactions that got in each other's way (40), means that ran out, as connections and disk
 * space (53), a server that starts, stops or cancels (57), trouble with its disk (58), a lock not got in time, a server that only reads.
 */
const PASSING_SQL = /^(08|40|53|57|58|55P03$|25006$)/

/** What the system says of connections that fail, of disks that are full, and of stores that are away or can only be read. */
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

/** What pg throws without a code. */
const OF_PG =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Whether what failed is likely to work again by itself: whoever asked should come again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof MediaUnavailable) return true
  if (error instanceof DatabaseError) return PASSING_SQL.test(error.code ?? '')
  if (error instanceof AggregateError && error.errors.some(isPassing)) return true
  if (!(error instanceof Error)) return false
  return OF_PG.test(error.message) || ('code' in error && PASSING_CODES.has(error.code))
}
