import { sql } from 'kysely'
import {
  listDeliveries,
  listDeliveryTries,
  releaseDeliveries,
  resendDeliveries,
  resendDelivery,
} from '@winnow/contract'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { StartBackgroundJob } from '../background-jobs/index.ts'
import { listTries } from './delivery-tries.ts'
import { releaseHeld } from './held-deliveries.ts'
import { countDeliveries, findDeliveries, fits, getDelivery } from './list-deliveries.ts'
import { asNew, resendAll } from './resend-deliveries.ts'

export function registerDeliveries(
  register: Register,
  deps: { startJob: StartBackgroundJob; onDelivery: () => void },
): void {
  const { onDelivery } = deps
  register.read(listDeliveries, async ({ tx, actor, params, query }) => {
    const of = { receiverId: params.id, companyId: actor.companyId }
    const rows = await findDeliveries(tx, of, query)
    return { rows, ...(await countDeliveries(tx, of, query)), page: query.page, limit: query.limit }
  })

  register.write(resendDelivery, async ({ tx, params, now, audit, afterCommit }) => {
    // A receiver recognises a message that it already got by its id, and may drop it. It goes by itself, although another one was sent
    // for it too.
    const { rows } = await sql`
      update delivery set ${asNew(now)}, carrier_id = null, is_digest = is_digest and not is_outage, is_outage = false
      where id = ${params.id} and state in ('dead', 'delivered') returning id`.execute(tx)
    if (rows.length === 0) throw new AppError('CONFLICT', 'This message is still being sent')
    await audit({ action: 'delivery.resent', objectType: 'delivery', objectId: params.id })
    afterCommit(onDelivery)
    return getDelivery(tx, params.id)
  })

  register.read(listDeliveryTries, ({ tx, params }) => listTries(tx, params.id))

  register.write(resendDeliveries, (context) => {
    const { params, body } = context
    // The state `sent` and `given-up` is that of the message alone.
    return resendAll(deps, context, { receiverId: params.id, where: fits(body) })
  })

  register.write(releaseDeliveries, async ({ tx, actor, now, requestId, afterCommit }) => {
    await releaseHeld(tx, actor, now, requestId)
    afterCommit(onDelivery)
    return { success: true as const }
  })
}
