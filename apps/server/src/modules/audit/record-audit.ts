import type { Insertable } from 'kysely'
import type { AuditEntry, Author, SignedEntry } from '../../platform/audit-entry.ts'
import type { Audit } from '../../platform/db/types.generated.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { findPlaceOf, type PlaceColumns } from '../access/index.ts'

/** Finds the place of the object. It is stored with the entry, so that the audit log of a node can be read by an index. */
const placeOf = async (tx: Tx, { objectType, objectId }: AuditEntry): Promise<Partial<PlaceColumns>> =>
  objectId === undefined ? {} : ((await findPlaceOf(tx, objectType, objectId)) ?? {})

/** Writes an audit entry in the transaction of the change that it records, so that both are stored or neither. */
export async function recordAudit(
  tx: Tx,
  author: Author,
  entry: AuditEntry,
  now: Date,
  requestId?: string,
): Promise<void> {
  const row = {
    id: newId(now.getTime()),
    company_id: author.companyId,
    time: now,
    user_id: author.userId ?? null,
    user_name: author.name,
    impersonator_id: author.impersonator?.userId ?? null,
    impersonator_name: author.impersonator?.name ?? null,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId ?? null,
    object_name: entry.objectName ?? null,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    address: author.address ?? null,
    request_id: requestId ?? null,
    once: entry.once ?? null,
    ...(await placeOf(tx, entry)),
  }
  if (entry.fold === undefined) {
    await insert(tx, row, entry.once !== undefined)
    return
  }
  // The entry leads its fold unless another entry does. If the entry was recorded before, nothing is written.
  const { fold } = entry
  if (await insert(tx, { ...row, fold, leads_fold: true }, true)) return
  await insert(tx, { ...row, fold, leads_fold: false }, true)
}

/** Does the same as {@link recordAudit}, for the `audit` function of handlers. */
export const recordCarried = (tx: Tx, { author, entry, now, requestId }: SignedEntry): Promise<void> =>
  recordAudit(tx, author, entry, now, requestId)

/** Writes a row and returns whether it was written. With `mayBeThere`, an existing row is left unchanged. Otherwise it is an error. */
async function insert(tx: Tx, row: Insertable<Audit>, mayBeThere: boolean): Promise<boolean> {
  const written = await tx
    .insertInto('audit')
    .values(row)
    .$if(mayBeThere, (query) => query.onConflict((taken) => taken.doNothing()))
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}
