import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'

/**
 * Locks a node until the end of the transaction, so that a concurrent change of it waits and then sees this one.
 * @throws AppError NOT_FOUND if it was deleted meanwhile
 */
export async function lockNode(tx: Tx, kind: 'project' | 'site' | 'view', id: string): Promise<void> {
  const row = await tx
    .selectFrom(kind)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}

/**
 * Refuses a change of values that somebody else has changed since the caller saw them.
 * @param stored the values as they are now, in the form of the body
 * @param basedOn the values that the caller saw; undefined or a missing field: no check
 * @throws AppError CONFLICT, naming the fields
 */
export function requireUnchanged(
  stored: Readonly<Record<string, unknown>>,
  basedOn: Readonly<Record<string, unknown>> = {},
): void {
  const changed = Object.entries(basedOn)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, stored[field]))
    .map(([field]) => field)
  if (changed.length === 0) return
  throw new AppError('CONFLICT', `Somebody else has changed this meanwhile: ${changed.join(', ')}`)
}
