import { sql, type Insertable } from 'kysely'
import type { Audit } from '../../platform/db/types.generated.ts'
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
  /** Of entries with the same text only the first is kept. */
  once?: string
  /** Of entries with the same text the first is listed, and the others stand behind it. */
  fold?: string
}

/** Who did it: an actor, or the system itself for a company. */
export type Author =
  | Actor
  | { companyId: string; name: string; address?: string; userId?: string | null; impersonator?: Actor['impersonator'] }

interface Place {
  project_id: string | null
  site_id: string | null
  view_id: string | null
}

const ofSite = sql`s.project_id, s.id as site_id, null::uuid as view_id`
const ofNode = sql`n.project_id, n.site_id, n.view_id`

/** How each kind of thing that stands in the tree is found there, deleted or not. */
const FIND: Record<string, (id: string) => ReturnType<typeof sql<Place>>> = {
  project: (id) =>
    sql`select p.id as project_id, null::uuid as site_id, null::uuid as view_id from project p where p.id = ${id}`,
  site: (id) => sql`select ${ofSite} from site s where s.id = ${id}`,
  view: (id) => sql`select v.project_id, v.site_id, v.id as view_id from view v where v.id = ${id}`,
  alarm: (id) => sql`select ${ofNode} from alarm n where n.id = ${id}`,
  receiver: (id) => sql`select ${ofSite} from receiver r join site s on s.id = r.site_id where r.id = ${id}`,
  delivery: (id) => sql`
    select ${ofSite} from delivery d join receiver r on r.id = d.receiver_id join site s on s.id = r.site_id where d.id = ${id}`,
}

/** Where the thing stands, so that the audit of a client, site or camera, and of what someone was granted, is an index away. */
async function placeOf(tx: Tx, { objectType, objectId }: AuditEntry): Promise<Partial<Place>> {
  const find = FIND[objectType]
  if (!find || objectId === undefined) return {}
  const { rows } = await find(objectId).execute(tx)
  return rows[0] ?? {}
}

/** Writes the audit row in the transaction of the write it tells about: neither can exist without the other. */
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
  // Either it leads its fold, or somebody else does, or it was told already.
  const { fold } = entry
  if (await insert(tx, { ...row, fold, leads_fold: true }, true)) return
  await insert(tx, { ...row, fold, leads_fold: false }, true)
}

/** Whether it was written; where it may be there already, it is left out then. */
async function insert(tx: Tx, row: Insertable<Audit>, mayBeThere: boolean): Promise<boolean> {
  const written = await tx
    .insertInto('audit')
    .values(row)
    .$if(mayBeThere, (query) => query.onConflict((taken) => taken.doNothing()))
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}
