import type { ReplyOf, resendDeliveries } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import { afterCommit, type Tx } from '../../platform/db/transaction.ts'
import { defineBackgroundJob } from '../../platform/jobs/background-job.ts'
import { nodePermission } from '@winnow/domain'
import type { StartBackgroundJob, Starting } from '../background-jobs/index.ts'
import { PULLED } from './fetched-messages.ts'

/** More messages than these are sent again by a background job. */
const MOST_AT_ONCE = 500
const BATCH = 500

/** How a message becomes one that was never tried. Its id stays. */
export const asNew = (now: Date) => sql`
  state = 'pending', next_at = ${now}, planned_at = ${now}, first_attempt_at = null, finished_at = null, attempts = 0, lease_until = null,
  -- A station that fetches its messages finds it behind those that it has.
  sequence = case when exists (
    select from receiver r where r.id = delivery.receiver_id and r.kind = any(${PULLED}::text[])) then null else sequence end,
  -- Whoever sends a message again that everybody got wants everybody to get it. One that was given up goes to the others alone.
  served = case when state = 'delivered' then '{}' else served end`

/** SQL condition on `delivery`: the message was sent or given up. */
const isOver = sql<SqlBool>`delivery.state in ('dead', 'delivered')`

/**
 * Sends messages again that were sent or given up. One that is sent for others takes these with it, if they are sent again too.
 * @param ids a query for their ids
 */
async function sendAgain(tx: Tx, ids: RawBuilder<unknown>, now: Date): Promise<number> {
  const { rows } = await sql`
    with chosen as (select id from delivery where id in (${ids}) and ${isOver} order by id for no key update)
    update delivery set ${asNew(now)} where id in (select id from chosen) returning id`.execute(tx)
  return rows.length
}

interface Receiver {
  id: string
  site_id: string
  project_id: string
}

const findPlace = (tx: Tx, id: string): Promise<Receiver | undefined> =>
  tx
    .selectFrom('receiver')
    .innerJoin('site', 'site.id', 'receiver.site_id')
    .select(['receiver.id', 'receiver.site_id', 'site.project_id'])
    .where('receiver.id', '=', id)
    .where('receiver.deleted_at', 'is', null)
    .executeTakeFirst()

/** The background job that sends the messages of a receiver again. */
export const resendJob = (onDelivery: () => void) =>
  defineBackgroundJob({
    name: 'deliveries.resend',
    line: 'deliveries',
    group: 'delivery.resend',
    permission: 'integration.manage',
    category: 'delivery',
    params: z.object({ receiverId: z.uuid() }),
    batch: BATCH,
    async apply({ tx, job, now, grants, publish }, items) {
      const place = await findPlace(tx, job.params.receiverId)
      const mayManage =
        place && nodePermission(grants, { projectId: place.project_id, siteId: place.site_id }) === 'write'
      if (!mayManage)
        return items.map(({ position, objectId }) => ({
          position,
          name: objectId ?? '',
          code: 'FORBIDDEN' as const,
          message: 'You have no access for this action',
        }))
      const ids = items.flatMap(({ objectId }) => objectId ?? [])
      await sendAgain(tx, sql`select unnest(${ids}::uuid[])`, now)
      const [first = ''] = ids
      const where = { receiverId: place.id, siteId: place.site_id, projectId: place.project_id }
      await publish({ type: 'delivery.changed', id: first, ...where })
      afterCommit(tx, onDelivery)
      return []
    },
  })

interface Wanted {
  receiverId: string
  /** SQL condition on `delivery`. */
  where: RawBuilder<SqlBool>
}

/** Sends all messages again that fit a condition: at once, or by a background job where there are many. */
export async function resendAll(
  { startJob, onDelivery }: { startJob: StartBackgroundJob; onDelivery: () => void },
  starting: Starting,
  { receiverId, where }: Wanted,
): Promise<ReplyOf<typeof resendDeliveries>> {
  const { tx, now, companyId } = starting
  const ids = sql`
    select delivery.id from delivery
    where delivery.receiver_id = ${receiverId} and delivery.company_id = ${companyId} and ${isOver} and ${where}`
  // The job counts the messages of a receiver that has millions.
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${ids} limit ${MOST_AT_ONCE + 1}) as found`.execute(tx)
  if ((rows[0]?.n ?? 0) <= MOST_AT_ONCE) {
    const sent = await sendAgain(tx, ids, now)
    if (sent > 0)
      await starting.audit({
        action: 'deliveries.resent',
        objectType: 'receiver',
        objectId: receiverId,
        after: { count: sent },
      })
    starting.afterCommit(onDelivery)
    return { count: sent, job: null }
  }
  const items = sql`select id as object_id, null::text as refused, null::text as name from (${ids}) as found order by id`
  const started = await startJob(starting, resendJob(onDelivery), { params: { receiverId }, items })
  if (!('job' in started)) throw new Error('many messages are sent again by a job')
  return { count: started.job.statQueued, job: started.job }
}
