import type { Permission } from '@winnow/contract'
import { nodePermission } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { rightsOfAuthor } from '../identity/index.ts'

/** Whether the author of a link has a permission at this moment, and may see the alarm. */
export async function mayDoWith(
  tx: Tx,
  author: Parameters<typeof rightsOfAuthor>[1],
  { alarmId, permission }: { alarmId: string; permission: Permission },
  now: Date,
): Promise<boolean> {
  const rights = await rightsOfAuthor(tx, author, now)
  if (!rights?.permissions.has(permission)) return false
  const alarm = await tx
    .selectFrom('alarm')
    .select(['project_id as projectId', 'site_id as siteId', 'view_id as viewId'])
    .where('id', '=', alarmId)
    .executeTakeFirst()
  return alarm !== undefined && nodePermission(rights.grants, alarm) !== undefined
}
