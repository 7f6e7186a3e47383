import {
  DEFAULT_HOLIDAY_WINDOW,
  deleteSiteSchedule,
  deleteViewSchedule,
  getSiteSchedule,
  getViewSchedule,
  setSiteSchedule,
  setViewSchedule,
  type BodyOf,
  type NewHolidayLink,
  type Operation,
  type ScheduleContent,
  type SiteSchedule,
} from '@winnow/contract'
import type { StoredHolidays } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { keepHolidays, makeListsOf } from './keep-holidays.ts'
import { findSiteSchedule, findViewSchedule, type Found } from './node-schedules.ts'
import { getTemplate, type Looking } from './template-queries.ts'
import { recordedLink, toStored } from './stored-content.ts'

/** What a site or camera is to follow: a template, or windows of its own; neither for a site that is armed and disarmed. */
interface Wanted {
  templateId: string | null
  own: (ScheduleContent & { holidays: NewHolidayLink | null }) | null
}

function refuse(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

/** @throws AppError VALIDATION for both or neither of template and windows; NOT_FOUND for a template that the caller does not see */
async function wantedOf(looking: Looking, body: BodyOf<typeof setViewSchedule>, needsOne: boolean): Promise<Wanted> {
  const { templateId = null, weekly, holidayIntervals, closingDays, holidays } = body
  if (templateId !== null) {
    const extra = Object.entries({ weekly, holidayIntervals, closingDays, holidays }).find(
      ([, value]) => value !== undefined,
    )
    if (extra) throw refuse(extra[0], 'Give either a template, or windows')
    await getTemplate(looking, templateId)
    return { templateId, own: null }
  }
  if (weekly === undefined) {
    if (needsOne || holidayIntervals || closingDays || holidays)
      throw refuse('weekly', 'Give a template, or the windows of the week')
    return { templateId: null, own: null }
  }
  // Made before the site or camera is locked.
  await makeListsOf(holidays, looking.now)
  const own = {
    weekly,
    holidayIntervals: holidayIntervals ?? [DEFAULT_HOLIDAY_WINDOW],
    closingDays: closingDays ?? [],
    holidays: holidays ?? null,
  }
  return { templateId: null, own }
}

interface Change {
  id: string
  wanted: Wanted
  /** The device type of a site; left out for a camera. */
  deviceType?: 1 | 2 | null
  basedOn?: { version: number } | undefined
}

async function write(tx: Tx, { id, wanted, deviceType }: Change, holidays: StoredHolidays | null): Promise<void> {
  const { templateId } = wanted
  const own = wanted.own && toStored(wanted.own, holidays)
  const type = deviceType === undefined ? sql`` : sql`schedule_device_type = ${deviceType}::smallint,`
  await sql`update ${sql.table(deviceType === undefined ? 'view' : 'site')} set ${type} schedule_id = ${templateId}::uuid,
    own_schedule = ${own === null ? null : JSON.stringify(own)}::jsonb, schedule_version = schedule_version + 1
    where id = ${id}`.execute(tx)
}

/** What the audit keeps of a schedule. */
const recorded = ({ deviceType, templateName, weekly, holidayIntervals, closingDays, holidays }: SiteSchedule) => ({
  deviceType,
  template: templateName,
  ...(templateName === null
    ? { weekly, holidayIntervals, closingDays, holidays: holidays && recordedLink(holidays) }
    : {}),
})

type Context = Pick<Changing<Operation>, 'tx' | 'now' | 'audit' | 'publish'>

/** Changes the schedule of a site or camera, and tells audit and consoles. Returns the new one. */
async function changeNode<S extends SiteSchedule>(
  { tx, now, audit, publish }: Context,
  find: (tx: Tx, id: string, now: Date) => Promise<Found<S>>,
  change: Change,
): Promise<S> {
  const { id, basedOn } = change
  const kind = change.deviceType === undefined ? 'view' : 'site'
  await sql`select id from ${sql.table(kind)} where id = ${id} for no key update`.execute(tx)
  const { schedule: before, stored } = await find(tx, id, now)
  if (basedOn && basedOn.version !== before.version)
    throw new AppError('CONFLICT', 'Somebody else has changed this schedule meanwhile')
  // A copy of a template, or of the site's schedule, keeps the lists of its holidays.
  await write(tx, change, await keepHolidays(change.wanted.own?.holidays ?? null, stored?.holidays, now))
  const { schedule: after, node } = await find(tx, id, now)
  await audit({
    action: `${kind}.schedule-changed`,
    objectType: kind,
    objectId: id,
    objectName: node.name,
    before: recorded(before),
    after: recorded(after),
  })
  await publish({
    type: 'tree.changed',
    projectId: node.project_id,
    siteId: node.site_id,
    viewId: kind === 'view' ? id : null,
  })
  return after
}

const removalOf = ({ params, query }: { params: { id: string }; query: { version?: number | undefined } }): Change => ({
  id: params.id,
  wanted: { templateId: null, own: null },
  basedOn: query.version === undefined ? undefined : { version: query.version },
})

export function registerNodeSchedules(register: Register): void {
  register.read(getSiteSchedule, async ({ tx, params, now }) => (await findSiteSchedule(tx, params.id, now)).schedule)
  register.read(getViewSchedule, async ({ tx, params, now }) => (await findViewSchedule(tx, params.id, now)).schedule)

  register.write(setSiteSchedule, async (context) => {
    const { params, body } = context
    const { deviceType, basedOn } = body
    const wanted = await wantedOf(context, body, deviceType === 1)
    return changeNode(context, findSiteSchedule, { id: params.id, wanted, deviceType, basedOn })
  })
  register.write(deleteSiteSchedule, (context) =>
    changeNode(context, findSiteSchedule, { ...removalOf(context), deviceType: null }),
  )

  register.write(setViewSchedule, async (context) => {
    const { params, body } = context
    const wanted = await wantedOf(context, body, true)
    return changeNode(context, findViewSchedule, { id: params.id, wanted, basedOn: body.basedOn })
  })
  register.write(deleteViewSchedule, (context) => changeNode(context, findViewSchedule, removalOf(context)))
}
