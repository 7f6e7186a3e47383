import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { sealSecret } from '../../platform/crypto/seal-secret.ts'
import { afterCommit, type Tx } from '../../platform/db/transaction.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import { newId } from '../../platform/ids.ts'

/** The context in which the secret of a connection is sealed. */
export const connectionContext = (id: string): string => `connection:${id}:secret`

export interface NewConnection {
  companyId: string
  siteId: string | null
  viewId: string | null
  kind: string
  settings: object
  /** Left out: the stored secret stays. */
  secret?: string | null | undefined
}

/** Stores the connection of a camera, or replaces its settings. Its connector starts, or starts anew, soon after the commit. */
export async function storeConnection(
  tx: Tx,
  { keys, wakes, now }: { keys: KeyRing; wakes: Pick<WorkWakes, 'wake'>; now: Date },
  { companyId, siteId, viewId, kind, settings, secret }: NewConnection,
): Promise<string> {
  const found =
    viewId === null
      ? undefined
      : await tx
          .selectFrom('connection')
          .select('id')
          .where('view_id', '=', viewId)
          .where('kind', '=', kind)
          .forUpdate()
          .executeTakeFirst()
  const id = found?.id ?? newId(now.getTime())
  const sealed = secret == null ? secret : sealSecret(keys, secret, connectionContext(id))
  const changed = { settings: JSON.stringify(settings), ...(sealed === undefined ? {} : { sealed }) }
  if (found)
    await tx
      .updateTable('connection')
      .set({ ...changed, version: sql`version + 1`, problem: null, problem_setting: null, problem_at: null })
      .where('id', '=', id)
      .execute()
  else
    await tx
      .insertInto('connection')
      .values({ id, company_id: companyId, site_id: siteId, view_id: viewId, kind, since: now, ...changed })
      .execute()
  afterCommit(tx, () => wakes.wake('connect'))
  return id
}
