import { cameraEventOf } from '@winnow/delivery'
import { endOfQuiet } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DueDelivery } from './claim-deliveries.ts'
import { siteZone } from './mails-of-site.ts'

/**
 * The end of the receiver's quiet hours, if the message waits for it. It may have been due before they began, and failed, or its receiver may
 * have been down, so its time alone does not say so.
 */
export async function quietUntil(tx: Tx, { receiver_id: id, type }: DueDelivery, now: Date): Promise<Date | undefined> {
  if (!cameraEventOf({ type })) return undefined
  const { rows } = await sql<{ hours: string; zone: string }>`
    select receiver.config ->> 'quietHours' as hours, ${siteZone} as zone
    from receiver join site on site.id = receiver.site_id join company on company.id = receiver.company_id
    where receiver.id = ${id} and receiver.config ->> 'quietHours' <> ''`.execute(tx)
  const end = rows[0] && endOfQuiet(rows[0].hours, rows[0].zone, now)
  // Where clocks are put back, the end comes twice.
  return end && end > now ? end : undefined
}
