import { sql } from 'kysely'
import type { Author } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { PlacedEntry } from '../../platform/jobs/background-job.ts'

/** Writes many audit entries of one author with one statement, in the transaction of the changes. */
export async function recordPlaced(
  tx: Tx,
  author: Author,
  entries: readonly PlacedEntry[],
  { now, requestId }: { now: Date; requestId?: string | undefined },
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ action, objectType, objectId, objectName, before, after, place }) => ({
    id: newId(now.getTime()),
    action,
    object_type: objectType,
    object_id: objectId ?? null,
    object_name: objectName ?? null,
    before: before ?? null,
    after: after ?? null,
    project_id: place.projectId ?? null,
    site_id: place.siteId ?? null,
    view_id: place.viewId ?? null,
  }))
  await sql`
    insert into audit (id, company_id, time, user_id, user_name, impersonator_id, impersonator_name, address, request_id,
      action, object_type, object_id, object_name, before, after, project_id, site_id, view_id)
    select r.id, ${author.companyId}::uuid, ${now}::timestamptz, ${author.userId ?? null}::uuid, ${author.name},
      ${author.impersonator?.userId ?? null}::uuid, ${author.impersonator?.name ?? null}, ${author.address ?? null},
      ${requestId ?? null}, r.action, r.object_type, r.object_id, r.object_name, r.before, r.after,
      r.project_id, r.site_id, r.view_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, action text, object_type text, object_id text,
      object_name text, before jsonb, after jsonb, project_id uuid, site_id uuid, view_id uuid)`.execute(tx)
}
