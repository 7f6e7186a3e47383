import { listDeliveries, resendDelivery, type Delivery } from '@winnow/contract'
import { inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

interface Row {
  id: string
  receiver_id: string
  alarm_id: string | null
  type: string
  verdict: string | null
  state: string
  attempts: number
  next_at: Date | null
  created_at: Date
  finished_at: Date | null
  last_status: number | null
  last_error: string | null
  last_detail: string | null
}

const present = (row: Row): Delivery => ({
  id: row.id,
  receiverId: row.receiver_id,
  alarmId: row.alarm_id,
  type: row.type as Delivery['type'],
  verdict: row.verdict,
  state: row.state as Delivery['state'],
  attempts: row.attempts,
  nextAt: row.next_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  lastStatus: row.last_status,
  lastError: row.last_error,
  lastDetail: row.last_detail,
})

export function registerDeliveries(register: Register, deps: DeliveryDeps & { onDelivery: () => void }): void {
  const { db, clock } = deps

  register(listDeliveries, ({ actor, params, query }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const filtered = tx
        .selectFrom('delivery')
        .where('receiver_id', '=', params.id)
        .where('company_id', '=', actor.companyId)
        .$if(query.state !== 'all', (some) => some.where('state', '=', query.state))
      const rows = await filtered
        .selectAll()
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute()
      const { n } = await filtered.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
      return { rows: rows.map(present), count: Number(n), countIsExact: true, page: query.page, limit: query.limit }
    }),
  )

  register(resendDelivery, async ({ actor, params, request }) => {
    const sent = await inTenant(db, actor.companyId, async (tx) => {
      const now = clock.now()
      const row = await tx
        .updateTable('delivery')
        .set({
          state: 'pending',
          next_at: now,
          planned_at: now,
          first_attempt_at: null,
          finished_at: null,
          attempts: 0,
          lease_until: null,
        })
        .where('id', '=', params.id)
        .where('state', '=', 'dead')
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new AppError('CONFLICT', 'Only messages that have failed for good can be sent again')
      const entry = { action: 'delivery.resent', objectType: 'delivery', objectId: params.id }
      await recordAudit(tx, actor, entry, now, request.id)
      return present(row)
    })
    deps.onDelivery()
    return sent
  })
}
