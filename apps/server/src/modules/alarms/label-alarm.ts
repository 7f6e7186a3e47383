import type { Operation } from '@winnow/contract'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import { announceAlarm } from './announce-alarm.ts'

/**
 * Stores an operator's label of an alarm. Users of a company set the customer's label; a supervisor's label, if there is one, takes
 * precedence. `expected` is the label that the operator saw. If somebody else has changed it meanwhile, the call fails with a conflict.
 */
export async function labelAlarm(
  { tx, actor, now, audit }: Pick<Changing<Operation>, 'tx' | 'actor' | 'now' | 'audit'>,
  alarmId: string,
  label: { groundTruth: boolean | null; expected?: boolean | null | undefined },
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
  // Two people who set the same label agree, so this is no conflict.
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
  await audit({
    action: 'alarm.labelled',
    objectType: 'alarm',
    objectId: alarmId,
    before: { groundTruth: alarm.cus_ground_truth },
    after: { groundTruth },
  })
  await announceAlarm(tx, alarmId, alarm.version + 1, alarm)
}
