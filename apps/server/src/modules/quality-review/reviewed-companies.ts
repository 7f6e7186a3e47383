import type { ReviewedCompany, ReviewRound } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { listOpenRounds, nextRoundAt } from './rounds.ts'
import { isKnownTo } from './sample.ts'

interface Row {
  company_id: string
  name: string
  drawn: string
  labelled: string
  left: string
}

/** Whether supervisors may review alarms of the company. The review rests while the company is suspended. */
export async function isReviewed(tx: Tx, companyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('quality_switch')
    .innerJoin('company', 'company.id', 'quality_switch.company_id')
    .select('is_on')
    .where('company_id', '=', companyId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return row?.is_on === true
}

/**
 * A round as supervisors see it: without the share of filtered alarms. Where nearly all or none were filtered, it would tell the verdict of an
 * alarm before its label.
 */
const withoutReduction = (round: ReviewRound): ReviewRound => ({
  ...round,
  result: { ...round.result, reduction: null },
})

/** The companies whose review is on, by name, with the supervisor's progress in the open round. */
export async function listReviewedCompanies(tx: Tx, userId: string, now: Date): Promise<ReviewedCompany[]> {
  const { rows } = await sql<Row>`
    select c.id as company_id, c.name, coalesce(own.drawn, 0) as drawn, coalesce(own.labelled, 0) as labelled,
      coalesce(own.left, 0) as left
    from quality_switch w
      join company c on c.id = w.company_id and c.suspended_at is null
      left join quality_round r on r.company_id = c.id and r.closed_at is null
      left join lateral (
        select count(*) filter (where s.user_id = ${userId}) as drawn,
          count(*) filter (where s.user_id = ${userId} and s.ground_truth is not null) as labelled,
          count(*) filter (where s.user_id is null and not ${isKnownTo(userId)}) as left
        from quality_sample s where s.round_id = r.id and exists (select from alarm a where a.id = s.alarm_id)) own on true
    where w.is_on order by lower(c.name), c.id`.execute(tx)
  const rounds = await listOpenRounds(
    tx,
    rows.map((row) => row.company_id),
  )
  return rows.map((row) => {
    const round = rounds.get(row.company_id) ?? null
    const next = round && nextRoundAt(new Date(round.openedAt))
    return {
      companyId: row.company_id,
      companyName: row.name,
      round: round && withoutReduction(round),
      drawn: Number(row.drawn),
      labelled: Number(row.labelled),
      left: Number(row.left),
      nextRoundAt: next && next > now ? next.toISOString() : null,
    }
  })
}
