// The locks of transactions that change the tree. A transaction takes those that it needs in this order, so that two of them cannot
// deadlock:
//  1. the products of the company (`ProductPlan.lock`), if it settles the plan or switches products;
//  2. the row of a background job that it starts: a company has one active job of a line;
//  3. the names below clients, sites or the company (`lockNames`), ordered by the id of the parent;
//  4. clients, 5. sites, 6. cameras: from the top down, and nodes of one kind ordered by their ids.
// Whoever adds, moves or restores a node locks its parent. So a deletion of the parent waits, and then finds the node.
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'

/** Lets other writers of names below these parents wait. Otherwise, two of them could both find a name free. */
export async function lockNames(tx: Tx, parents: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id::text, 2))
    from unnest(${[...new Set(parents)]}::uuid[]) id order by id`.execute(tx)
}

/** Lets a deletion of a client or site wait. Returns whether it still exists. */
export async function lockParent(tx: Tx, kind: 'project' | 'site', id: string): Promise<boolean> {
  const row = await tx
    .selectFrom(kind)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

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
