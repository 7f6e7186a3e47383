import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { recordAudit } from '../audit/index.ts'
import { announceAlarm } from './announce-alarm.ts'

/**
 * Stores what an operator says an alarm was. Users of a company set the customer's label; the supervisor's, where there is one,
 * stays on top. `expected` is the label the operator saw: if another one has been set meanwhile, they are told instead.
 */
export async function labelAlarm(
  tx: Tx,
  actor: Actor,
  alarmId: string,
  label: { groundTruth: boolean | null; expected?: boolean | null | undefined },
  now: Date,
  requestId: string,
): Promise<void> {
  const alarm = await tx
    .selectFrom('alarm')
    .select([
      'company_id',
      'project_id',
      'site_id',
      'view_id',
      'version',
      'ground_truth',
      'cus_ground_truth',
      'sup_ground_truth',
      'is_test',
    ])
    .where('id', '=', alarmId)
    .where('company_id', '=', actor.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!alarm) throw notFound()
  const { expected, groundTruth } = label
  // The same label by two people at once is agreement, not conflict.
  if (expected !== undefined && expected !== alarm.ground_truth && groundTruth !== alarm.ground_truth)
    throw new AppError('CONFLICT', 'Someone else has labelled this alarm differently meanwhile')
  const combined = alarm.sup_ground_truth ?? groundTruth
  await tx
    .updateTable('alarm')
    .set({
      cus_ground_truth: groundTruth,
      ground_truth: combined,
      labelled_by: groundTruth === null ? null : actor.userId,
      labelled_at: groundTruth === null ? null : now,
      version: alarm.version + 1,
    })
    .where('id', '=', alarmId)
    .execute()
  await recordAudit(
    tx,
    actor,
    {
      action: 'alarm.labelled',
      objectType: 'alarm',
      objectId: alarmId,
      before: { groundTruth: alarm.cus_ground_truth },
      after: { groundTruth },
    },
    now,
    requestId,
  )
  await announceAlarm(tx, alarmId, alarm.version + 1, alarm)
}
