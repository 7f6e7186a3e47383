import { DETECTOR_LIMITS } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** A labelled alarm that a comparison analyses. */
export interface SampledAlarm {
  id: string
  viewId: string
  isTrue: boolean
}

/** The largest number of true alarms, and of false alarms, that are read for one company. The newest alarms represent the company. */
const OF_COMPANY = 400

/**
 * The newest labelled alarms of all companies, true and false, limited per label and per camera so that a busy camera does not dominate.
 * Test alarms and alarms without pictures are left out.
 */
export async function sampleLabelled(tx: Tx): Promise<SampledAlarm[]> {
  const { compared, comparedOfCamera } = DETECTOR_LIMITS
  const { rows } = await sql<{ id: string; view_id: string; ground_truth: boolean }>`
    with labelled as (
      select a.id, a.view_id, a.ground_truth, row_number() over (partition by a.view_id, a.ground_truth order by a.id desc) as place
      from company c cross join (values (true), (false)) as kind(is_true)
        cross join lateral (
          select id, view_id, ground_truth from alarm
          where company_id = c.id and ground_truth = kind.is_true and ground_truth is not null and not is_test
          order by id desc limit ${OF_COMPANY}) a
      where exists (select from frame f where f.alarm_id = a.id and f.original_key is not null)
        and exists (select from view v where v.id = a.view_id and v.deleted_at is null)),
    spread as (
      select id, view_id, ground_truth, row_number() over (partition by ground_truth order by id desc) as place
      from labelled where place <= ${comparedOfCamera})
    select id, view_id, ground_truth from spread where place <= ${compared} order by id`.execute(tx)
  return rows.map((row) => ({ id: row.id, viewId: row.view_id, isTrue: row.ground_truth }))
}
