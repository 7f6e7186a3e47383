import type { ArmingDue, ArmingEvent, SiteArming } from '@winnow/contract'
import { armingStatus } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { armingOf } from './change-arming.ts'
import { contactAddresses } from './tell-contacts.ts'

/** The message that a site follows now; undefined if it followed none, or longer ago than the history goes back. */
const findLast = (tx: Tx, siteId: string, changedAt: Date) =>
  tx
    .selectFrom('arming_event')
    .select(['by_name', 'way'])
    .where('site_id', '=', siteId)
    .where('at', '=', changedAt)
    .where('refusal', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

async function findDue(tx: Tx, siteId: string): Promise<ArmingDue | null> {
  const row = await tx
    .selectFrom('arming_due')
    .select(['minute', 'days'])
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row ? { time: timeOf(row.minute), days: row.days } : null
}

/** Whether a site is armed, and what is set about it. @throws AppError NOT_FOUND */
export async function findArming(tx: Tx, siteId: string, now: Date): Promise<SiteArming> {
  const site = await tx
    .selectFrom('site')
    .select([
      'schedule_device_type',
      'arm_state',
      'arm_changed_at',
      'arm_ends_at',
      'longest_disarm_minutes',
      'contacts',
    ])
    .where('id', '=', siteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!site) throw notFound()
  const type = site.schedule_device_type
  const current = armingOf(site)
  const status = type === 2 ? armingStatus(current, now) : null
  const last = current && (await findLast(tx, siteId, current.changedAt))
  return {
    scheduleDeviceType: type === 1 || type === 2 ? type : null,
    status,
    changedAt: current?.changedAt.toISOString() ?? null,
    changedBy: last?.by_name ?? null,
    changedWay: (last?.way ?? null) as ArmingEvent['way'] | null,
    endsAt: status === 'disarmed' ? (current?.endsAt?.toISOString() ?? null) : null,
    endedAt: status === 'armed' ? (current?.endsAt?.toISOString() ?? null) : null,
    longestDisarmMinutes: site.longest_disarm_minutes,
    due: await findDue(tx, siteId),
    contactsTold: contactAddresses(site.contacts).length,
  }
}
