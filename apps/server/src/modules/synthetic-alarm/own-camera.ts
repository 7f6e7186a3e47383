import { createWebhookSecret } from '@winnow/delivery'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { newLowercaseToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { sealReceiverSecrets } from '../delivery/index.ts'
import { sinkUrl } from './sink-address.ts'

const NAME = 'Synthetic alarm'
/** The least that a company can have: pictures of synthetic alarms are of no use to anybody. */
const RETENTION_DAYS = 1

/**
 * Creates the installation's own company with the camera that sends synthetic alarms, and the receiver at which they must arrive. Does nothing on
 * a database without any other company: its first start is still to come.
 */
export async function createOwnCamera(tx: Tx, keys: KeyRing, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from company where kind <> 'installation' limit 1`.execute(tx)
  if (rows.length === 0) return
  const [companyId, projectId, siteId, viewId, receiverId] = [newId(), newId(), newId(), newId(), newId()]
  const sinkToken = newToken()
  const company = { company_id: companyId, name: NAME }
  await tx
    .insertInto('company')
    .values({
      id: companyId,
      name: NAME,
      kind: 'installation',
      default_site_timezone: 'UTC',
      retention_days: RETENTION_DAYS,
    })
    .execute()
  await tx
    .insertInto('project')
    .values({ ...company, id: projectId })
    .execute()
  await tx
    .insertInto('site')
    .values({ ...company, id: siteId, project_id: projectId })
    .execute()
  await tx
    .insertInto('view')
    .values({ ...company, id: viewId, project_id: projectId, site_id: siteId, address_token: newLowercaseToken() })
    .execute()
  await tx
    .insertInto('receiver')
    .values({
      ...company,
      id: receiverId,
      site_id: siteId,
      kind: 'webhook',
      // Whatever the verdict is, it must arrive.
      config: JSON.stringify({ url: sinkUrl(sinkToken), filtered: true, corrections: false }),
      secrets: sealReceiverSecrets(keys, receiverId, { secrets: [{ secret: createWebhookSecret() }] }),
    })
    .execute()
  await tx
    .insertInto('synthetic_alarm')
    .values({ company_id: companyId, view_id: viewId, receiver_id: receiverId, sink_token: sinkToken, next_at: now })
    .execute()
}
