import { setReceiverFallback } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { requireMailAddress } from '../../platform/http/require-mail-address.ts'
import { getReceiver } from './save-receiver.ts'

/**
 * A back-up is another receiver of the same site that has no back-up itself, of a receiver that is nobody's back-up. So none stands in for
 * itself.
 * @throws AppError VALIDATION
 */
async function requireBackup(tx: Tx, receiver: { id: string; siteId: string }, backupId: string): Promise<void> {
  const backup = await tx
    .selectFrom('receiver')
    .select(['site_id', 'backup_id'])
    .where('id', '=', backupId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  const protege = await tx
    .selectFrom('receiver')
    .select('id')
    .where('backup_id', '=', receiver.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isFine = backup?.site_id === receiver.siteId && backupId !== receiver.id
  const message =
    !isFine || backup.backup_id !== null
      ? 'The back-up must be another receiver of this site that has no back-up itself'
      : protege
        ? 'This receiver is the back-up of another one'
        : undefined
  if (message !== undefined) throw new AppError('VALIDATION', message, { fields: [{ field: 'backupId', message }] })
}

/** What is done when a receiver does not work. */
export function registerFallback(register: Register, { keys }: { keys: KeyRing }): void {
  register.write(setReceiverFallback, async ({ tx, companyId, params, body, audit }) => {
    body.escalateTo.forEach((address, index) => requireMailAddress(address, `escalateTo.${index}`))
    const before = await getReceiver(tx, keys, companyId, params.id)
    await tx.selectFrom('site').select('id').where('id', '=', before.siteId).forNoKeyUpdate().execute()
    if (body.backupId !== null) await requireBackup(tx, before, body.backupId)
    await tx
      .updateTable('receiver')
      .set({
        backup_id: body.backupId,
        after_failures: body.afterFailures,
        after_seconds: body.afterSeconds,
        escalate_to: [...new Set(body.escalateTo.map(normalizeMailAddress))],
        // Whether it works is judged anew, and what waits goes to the new back-up.
        down_since: null,
        escalated_at: null,
      })
      .where('id', '=', params.id)
      .execute()
    const after = await getReceiver(tx, keys, companyId, params.id)
    await audit({
      action: 'receiver.changed',
      objectType: 'receiver',
      objectId: params.id,
      objectName: after.name,
      before: { fallback: before.fallback },
      after: { fallback: after.fallback },
    })
    return after
  })
}
