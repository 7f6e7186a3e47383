import type { ArmingEvent } from '@winnow/contract'
import { planArming, type ArmingFacts, type ArmingPlan } from '@winnow/domain'
import type { AuditEntry } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'

/** A message that arms or disarms a site, from whatever way. */
export interface ArmingMessage {
  companyId: string
  siteId: string
  wanted: 'armed' | 'disarmed'
  way: ArmingEvent['way']
  by: string
  at: Date
  sentAt: Date | null
  until: Date | null
  mayOnlyArm: boolean
}

interface Effects {
  tx: Tx
  audit: (entry: AuditEntry) => Promise<void>
  publish: (message: LiveMessage) => Promise<void>
}

/** What a site was told last, from its row; null if it was told nothing yet. */
export function armingOf(row: {
  arm_state: string | null
  arm_changed_at: Date | null
  arm_ends_at: Date | null
}): ArmingFacts | null {
  const { arm_state: state, arm_changed_at: changedAt, arm_ends_at: endsAt } = row
  return changedAt && (state === 'armed' || state === 'disarmed') ? { state, changedAt, endsAt } : null
}

/**
 * Arms or disarms a site, or refuses to. Every message is recorded in the history of the site and in the audit. All ways that arm and disarm call
 * this function.
 * @throws AppError NOT_FOUND if the site was deleted
 */
export async function changeArming({ tx, audit, publish }: Effects, message: ArmingMessage): Promise<ArmingPlan> {
  const { companyId, siteId, wanted, way, by, at, sentAt, until, mayOnlyArm } = message
  const site = await tx
    .selectFrom('site')
    .select([
      'name',
      'project_id',
      'schedule_device_type',
      'arm_state',
      'arm_changed_at',
      'arm_ends_at',
      'longest_disarm_minutes',
    ])
    .where('id', '=', siteId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!site) throw notFound()
  const current = armingOf(site)
  const plan = planArming({
    deviceType: site.schedule_device_type,
    current,
    wanted,
    at,
    sentAt,
    longestMinutes: site.longest_disarm_minutes,
    until,
    mayOnlyArm,
  })
  const refusal = plan.applied ? null : plan.refusal
  const endsAt = plan.applied ? plan.next.endsAt : null
  if (plan.applied)
    await tx
      .updateTable('site')
      .set({ arm_state: plan.next.state, arm_changed_at: plan.next.changedAt, arm_ends_at: endsAt })
      .where('id', '=', siteId)
      .execute()
  await tx
    .insertInto('arming_event')
    .values({
      id: newId(),
      company_id: companyId,
      site_id: siteId,
      at,
      state: wanted,
      way,
      by_name: by,
      sent_at: sentAt,
      ends_at: endsAt,
      refusal,
    })
    .execute()
  const action = refusal ? 'site.arming-refused' : wanted === 'armed' ? 'site.armed' : 'site.disarmed'
  const entry = { action, objectType: 'site', objectId: siteId, objectName: site.name } as const
  await audit({ ...entry, before: { state: current?.state ?? null }, after: { state: wanted, way, endsAt, refusal } })
  if (plan.applied) await publish({ type: 'tree.changed', projectId: site.project_id, siteId, viewId: null })
  return plan
}
