import {
  getSiteArming,
  listActiveSchedules,
  listArmingHistory,
  minutesOf,
  setArmingDue,
  setLongestDisarm,
  setSiteArming,
  type ArmingEvent,
  type Operation,
  type SiteArming,
} from '@winnow/contract'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { changeArming } from './change-arming.ts'
import { findArming } from './find-arming.ts'
import { findSiteSchedule } from './node-schedules.ts'

/** Changes what is set about the arming of a site, and tells audit and consoles. */
async function changeSetting(
  { tx, now, audit, publish }: Pick<Changing<Operation>, 'tx' | 'now' | 'audit' | 'publish'>,
  {
    siteId,
    setting,
    change,
  }: { siteId: string; setting: 'longestDisarmMinutes' | 'due'; change: () => Promise<unknown> },
): Promise<SiteArming> {
  const before = await findArming(tx, siteId, now)
  await change()
  const after = await findArming(tx, siteId, now)
  const { name, project_id: projectId } = await tx
    .selectFrom('site')
    .select(['name', 'project_id'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  await audit({
    action: 'site.schedule-changed',
    objectType: 'site',
    objectId: siteId,
    objectName: name,
    before: { [setting]: before[setting] },
    after: { [setting]: after[setting] },
  })
  await publish({ type: 'tree.changed', projectId, siteId, viewId: null })
  return after
}

function registerSettings(register: Register): void {
  register.write(setLongestDisarm, (context) => {
    const { tx, params, body } = context
    const columns = { longest_disarm_minutes: body.longestDisarmMinutes }
    const change = () => tx.updateTable('site').set(columns).where('id', '=', params.id).execute()
    return changeSetting(context, { siteId: params.id, setting: 'longestDisarmMinutes', change })
  })

  register.write(setArmingDue, (context) => {
    const { tx, actor, params, body, now } = context
    const change = async () => {
      await tx.deleteFrom('arming_due').where('site_id', '=', params.id).execute()
      if (body.due === null) return
      const { time, days } = body.due
      await tx
        .insertInto('arming_due')
        .values({
          site_id: params.id,
          company_id: actor.companyId,
          minute: minutesOf(time),
          days: days.toSorted((a, b) => a - b),
          // A time that is past today is judged tomorrow.
          judged_until: now,
          look_at: now,
        })
        .execute()
    }
    return changeSetting(context, { siteId: params.id, setting: 'due', change })
  })
}

const PAST = 'The end of the disarm is past'

function registerChange(register: Register, { queue }: ArmingRouteDeps): void {
  register.write(setSiteArming, async (context) => {
    const { tx, actor, params, body, now, audit, publish } = context
    // It would last for the longest time otherwise, though its sender wanted it to be over.
    if (body.state === 'disarmed' && body.until !== undefined && new Date(body.until) <= now)
      throw new AppError('VALIDATION', PAST, { fields: [{ field: 'until', message: PAST }] })
    const plan = await changeArming(
      { tx, audit, publish, queue },
      {
        companyId: actor.companyId,
        siteId: params.id,
        wanted: body.state,
        way: actor.kind === 'token' ? 'api' : 'console',
        by: actor.name,
        at: now,
        sentAt: body.sentAt === undefined ? null : new Date(body.sentAt),
        until: body.until === undefined ? null : new Date(body.until),
        mayOnlyArm: false,
      },
    )
    return { ...(await findArming(tx, params.id, now)), refusal: plan.applied ? null : plan.refusal }
  })
}

export interface ArmingRouteDeps {
  queue: Queue
}

export function registerArming(register: Register, deps: ArmingRouteDeps): void {
  registerChange(register, deps)
  registerSettings(register)
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
      address: row.address,
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
