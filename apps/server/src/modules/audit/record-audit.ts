import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'

export interface AuditEntry {
  action: string
  objectType: string
  objectId?: string
  objectName?: string
  before?: unknown
  after?: unknown
}

/** Who did it: an actor, or the system itself for a company. */
export type Author = Actor | { companyId: string; name: string; address?: string; userId?: string | null }

/** Writes the audit row in the transaction of the write it tells about: neither can exist without the other. */
export async function recordAudit(
  tx: Tx,
  author: Author,
  entry: AuditEntry,
  now: Date,
  requestId?: string,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: newId(now.getTime()),
      company_id: author.companyId,
      time: now,
      user_id: author.userId ?? null,
      user_name: author.name,
      action: entry.action,
      object_type: entry.objectType,
      object_id: entry.objectId ?? null,
      object_name: entry.objectName ?? null,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      address: author.address ?? null,
      request_id: requestId ?? null,
    })
    .execute()
}
