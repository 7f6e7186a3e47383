import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  listDeliveries,
  listDeliveryTries,
  releaseDeliveries,
  resendDeliveries,
  resendDelivery,
  type Delivery,
  type DeliveryState,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { progressOf, type DeliveryRow } from '../alarms/index.ts'
import type { StartBackgroundJob } from '../background-jobs/index.ts'
import { listTries } from './delivery-tries.ts'
import { releaseHeld } from './held-deliveries.ts'
import { asNew, resendAll } from './resend-deliveries.ts'

interface Row extends DeliveryRow {
  id: string
  receiver_id: string
  alarm_id: string | null
  type: string
  verdict: string | null
  next_at: Date | null
  finished_at: Date | null
  view_id: string | null
  view_name: string | null
  is_outage: boolean
}

/** Selects messages together with the state of their receivers. */
const selectDeliveries = (tx: Tx) =>
  tx
    .selectFrom('delivery')
    .innerJoin('receiver', 'receiver.id', 'delivery.receiver_id')
    .leftJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .leftJoin('view', (join) => join.on(sql<SqlBool>`view.id = coalesce(delivery.view_id, alarm.view_id)`))
    .selectAll('delivery')
    .select([
      'view.name as view_name',
      'receiver.failing_since',
      'receiver.last_error as receiver_error',
      'receiver.last_status as receiver_status',
      'receiver.last_detail as receiver_detail',
    ])

/** The same rules as `deliveryStateOf`, in SQL. */
const IN_STATE = {
  waiting: sql<boolean>`delivery.state = 'pending' and delivery.attempts = 0 and receiver.failing_since is null`,
  retrying: sql<boolean>`delivery.state = 'pending' and (delivery.attempts > 0 or receiver.failing_since is not null)`,
  sent: sql<boolean>`delivery.state = 'delivered'`,
  'given-up': sql<boolean>`delivery.state = 'dead'`,
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** SQL condition on `delivery` and `receiver`: the message fits a filter. The search has the id of an alarm, alone or in its address. */
function fits({ state, search = '' }: { state: DeliveryState | 'all'; search?: string | undefined }) {
  const ofState: RawBuilder<SqlBool> = state === 'all' ? sql<SqlBool>`true` : IN_STATE[state]
  if (search === '') return ofState
  const alarmId = ID.exec(search)?.[0]
  return alarmId === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${ofState} and delivery.alarm_id = ${alarmId}`
}

const present = (row: Row): Delivery => ({
  id: row.id,
  receiverId: row.receiver_id,
  // What happened to a camera has an id of its own there.
  alarmId: row.view_id === null ? row.alarm_id : null,
  viewName: row.view_name,
  inDigest: row.is_outage,
  type: row.type as Delivery['type'],
  verdict: row.verdict,
  ...progressOf(row),
  attempts: row.attempts,
  nextAt: row.next_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export function registerDeliveries(
  register: Register,
  deps: { startJob: StartBackgroundJob; onDelivery: () => void },
): void {
  const { onDelivery } = deps
  register.read(listDeliveries, async ({ tx, actor, params, query }) => {
    const filtered = selectDeliveries(tx)
      .where('delivery.receiver_id', '=', params.id)
      .where('delivery.company_id', '=', actor.companyId)
      .where(fits(query))
    const rows = await filtered
      .orderBy('delivery.id', 'desc')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute()
    const { n } = await filtered
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return { rows: rows.map(present), count: Number(n), countIsExact: true, page: query.page, limit: query.limit }
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
    return present(await selectDeliveries(tx).where('delivery.id', '=', params.id).executeTakeFirstOrThrow())
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
