import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isFreeAt } from './kinds-due.ts'

/** The most alarms that one digest stands for. Where more wait, there are several. */
const MOST = 1_000

interface Outage {
  receiverId: string
  since: Date
  /** How long an outage lasts for a digest, by the settings; null: none. */
  minutes: number | null
}

/**
 * Gathers the alarms that wait for a receiver which works again after a long outage, if it has chosen so: one message stands for them. The
 * newest true alarm still goes by itself, since it can be acted upon, and so do corrections.
 * @returns how many alarms go in digests
 */
export async function gatherOutage(tx: Tx, { receiverId, since, minutes }: Outage, now: Date): Promise<number> {
  if (minutes === null || now.getTime() - since.getTime() < minutes * 60_000) return 0
  const { rows } = await sql`
    with waiting as (
      select d.id, d.verdict from delivery d
      where d.receiver_id = ${receiverId} and d.state = 'pending' and d.type = 'alarm.created' and ${isFreeAt('d.lease_until', now)}),
    placed as (
      -- The one that stands for the others is a true alarm if there is any, the newest.
      select id, row_number() over (
        order by case verdict when 'true' then 0 when 'unverified' then 1 else 2 end, id desc) - 1 as place
      from waiting
      where id is distinct from (select id from waiting where verdict = 'true' order by id desc limit 1)),
    parts as (
      select id, first_value(id) over (partition by place / ${MOST} order by place) as carrier_id from placed
      where (select count(*) from placed) > 1)
    update delivery d set carrier_id = nullif(parts.carrier_id, d.id), is_digest = true, is_outage = true,
      next_at = ${now}, planned_at = ${now}
    from parts where d.id = parts.id
    returning d.id`.execute(tx)
  return rows.length
}
