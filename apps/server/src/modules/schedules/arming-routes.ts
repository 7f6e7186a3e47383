import {
  getSiteArming,
  listActiveSchedules,
  listArmingHistory,
  setLongestDisarm,
  setSiteArming,
  type ArmingEvent,
  type SiteArming,
} from '@winnow/contract'
import { armingStatus } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { armingOf, changeArming } from './change-arming.ts'
import { findSiteSchedule } from './node-schedules.ts'

async function findArming(tx: Tx, siteId: string, now: Date): Promise<SiteArming> {
  const site = await tx
    .selectFrom('site')
    .select(['schedule_device_type', 'arm_state', 'arm_changed_at', 'arm_ends_at', 'longest_disarm_minutes'])
    .where('id', '=', siteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!site) throw notFound()
  const type = site.schedule_device_type
  const current = armingOf(site)
  const status = type === 2 ? armingStatus(current, now) : null
  return {
    scheduleDeviceType: type === 1 || type === 2 ? type : null,
    status,
    changedAt: current?.changedAt.toISOString() ?? null,
    endsAt: status === 'disarmed' ? (current?.endsAt?.toISOString() ?? null) : null,
    longestDisarmMinutes: site.longest_disarm_minutes,
  }
}

function registerChanges(register: Register): void {
  register.write(setSiteArming, async (context) => {
    const { tx, actor, params, body, now } = context
    const plan = await changeArming(context, {
      companyId: actor.companyId,
      siteId: params.id,
      wanted: body.state,
      way: actor.kind === 'token' ? 'api' : 'console',
      by: actor.name,
      at: now,
      sentAt: body.sentAt === undefined ? null : new Date(body.sentAt),
      until: body.until === undefined ? null : new Date(body.until),
      mayOnlyArm: false,
    })
    return { ...(await findArming(tx, params.id, now)), refusal: plan.applied ? null : plan.refusal }
  })

  register.write(setLongestDisarm, async ({ tx, params, body, now, audit }) => {
    const before = await findArming(tx, params.id, now)
    const { name } = await tx
      .updateTable('site')
      .set({ longest_disarm_minutes: body.longestDisarmMinutes })
      .where('id', '=', params.id)
      .returning('name')
      .executeTakeFirstOrThrow()
    await audit({
      action: 'site.schedule-changed',
      objectType: 'site',
      objectId: params.id,
      objectName: name,
      before: { longestDisarmMinutes: before.longestDisarmMinutes },
      after: body,
    })
    return findArming(tx, params.id, now)
  })
}

export function registerArming(register: Register): void {
  registerChanges(register)
  register.read(getSiteArming, ({ tx, params, now }) => findArming(tx, params.id, now))

  register.read(listArmingHistory, async ({ tx, params, query: { page, limit } }) => {
    const events = tx.selectFrom('arming_event').where('site_id', '=', params.id)
    const { n } = await events.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
    const rows = await events
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const present = (row: (typeof rows)[number]): ArmingEvent => ({
      id: row.id,
      at: row.at.toISOString(),
      state: row.state as ArmingEvent['state'],
      way: row.way as ArmingEvent['way'],
      by: row.by_name,
      sentAt: row.sent_at?.toISOString() ?? null,
      endsAt: row.ends_at?.toISOString() ?? null,
      refusal: row.refusal as ArmingEvent['refusal'],
    })
    return { rows: rows.map(present), count: Number(n), countIsExact: true, page, limit }
  })

  register.read(listActiveSchedules, async ({ tx, params, now }) => {
    const { deviceType, state } = (await findSiteSchedule(tx, params.id, now)).schedule
    const isPaused = state.reason === 'paused'
    if (deviceType === null && !isPaused) return []
    const deviceFrom = isPaused ? 'override' : deviceType === 2 ? 'arm-disarm' : 'schedule'
    return [{ siteId: params.id, deviceFrom, state: state.counts ? 'on' : 'off' } as const]
  })
}
