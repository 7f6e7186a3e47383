import type { ArmingEvent } from '@winnow/contract'
import { armingStatus, planArming, type ArmingFacts, type ArmingPlan } from '@winnow/domain'
import type { AuditEntry } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { tellOfRefusal, wasToldLately } from './tell-contacts.ts'

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
  /** Whether the sender had to log in and did not. */
  lacksLogin?: boolean
  /** The key by which the same message is recognised if it comes again; null if it has none. */
  messageKey?: string | null
  /** The network address that a mail came from. */
  address?: string | null
}

export interface ArmingEffects {
  tx: Tx
  queue: Queue
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

const siteColumns = [
  'name',
  'project_id',
  'schedule_device_type',
  'arm_state',
  'arm_changed_at',
  'arm_ends_at',
  'longest_disarm_minutes',
] as const

/** When the same message came first; undefined if it did not. */
async function findFirst(tx: Tx, { siteId, wanted, messageKey }: ArmingMessage): Promise<Date | undefined> {
  if (messageKey === undefined || messageKey === null) return undefined
  const first = await tx
    .selectFrom('arming_event')
    .select('at')
    .where('site_id', '=', siteId)
    .where('message_mark', '=', messageKey)
    .where('state', '=', wanted)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.at
}

async function record(
  tx: Tx,
  message: ArmingMessage,
  outcome: { refusal: string | null; endsAt: Date | null; wasTold: boolean },
): Promise<void> {
  const { companyId, siteId, wanted, way, by, at, sentAt, messageKey = null, address = null } = message
  await tx
    .insertInto('arming_event')
    .values({
      id: newId(at.getTime()),
      company_id: companyId,
      site_id: siteId,
      at,
      state: wanted,
      way,
      by_name: by,
      sent_at: sentAt,
      ends_at: outcome.endsAt,
      refusal: outcome.refusal,
      message_mark: messageKey,
      address,
      was_told: outcome.wasTold,
    })
    .execute()
}

/**
 * Arms or disarms a site, or refuses to. Every message is recorded in the history of the site and in the audit, and a refused disarm is
 * told. All ways that arm and disarm call this function.
 * @throws AppError NOT_FOUND if the site was deleted
 */
export async function changeArming(effects: ArmingEffects, message: ArmingMessage): Promise<ArmingPlan> {
  const { tx, audit, publish } = effects
  const { siteId, wanted, way, at, sentAt, until, mayOnlyArm, lacksLogin = false } = message
  const site = await tx
    .selectFrom('site')
    .select(siteColumns)
    .where('id', '=', siteId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!site) throw notFound()
  const current = armingOf(site)
  const first = await findFirst(tx, message)
  const plan = planArming({
    deviceType: site.schedule_device_type,
    current,
    wanted,
    at,
    sentAt,
    longestMinutes: site.longest_disarm_minutes,
    until,
    mayOnlyArm,
    lacksLogin,
    isRepeated: first !== undefined,
  })
  const refusal = plan.applied ? null : plan.refusal
  const endsAt = plan.applied ? plan.next.endsAt : null
  if (plan.applied)
    await tx
      .updateTable('site')
      .set({ arm_state: plan.next.state, arm_changed_at: plan.next.changedAt, arm_ends_at: endsAt })
      .where('id', '=', siteId)
      .execute()
  const tells = isToTell(message, refusal, { current, first })
  const mails = tells && !(await wasToldLately(tx, siteId, at))
  await record(tx, message, { refusal, endsAt, wasTold: mails })
  const action = refusal ? 'site.arming-refused' : wanted === 'armed' ? 'site.armed' : 'site.disarmed'
  const entry = { action, objectType: 'site', objectId: siteId, objectName: site.name } as const
  await audit({ ...entry, before: { state: current?.state ?? null }, after: { state: wanted, way, endsAt, refusal } })
  const what = wanted === 'disarmed' ? 'refused' : 'unarmed'
  if (tells) await publish({ type: 'arming.noticed', what, projectId: site.project_id, siteId })
  if (mails && refusal) await tellOfRefusal(effects, { ...message, refusal, what })
  await publish({ type: 'tree.changed', projectId: site.project_id, siteId, viewId: null })
  return plan
}

/**
 * Whether people must hear of a refused message: somebody tried to disarm, or the site stays disarmed though its panel wanted to arm it, for
 * example because the clock of the panel is slow. A person at the console saw the refusal. A site that is not armed and disarmed cannot be
 * disarmed. A message that is only sent again because its sender missed our reply changes nothing.
 */
function isToTell(
  { wanted, way, at }: ArmingMessage,
  refusal: string | null,
  { current, first }: { current: ArmingFacts | null; first: Date | undefined },
): boolean {
  if (way === 'console' || refusal === null || refusal === 'not-armed') return false
  const isDisarmed = armingStatus(current, at) === 'disarmed'
  if (wanted === 'armed') return isDisarmed
  const isInForce = isDisarmed && current?.changedAt.getTime() === first?.getTime()
  return refusal !== 'repeated' || !isInForce
}
