import {
  createScheduleTemplate,
  deleteScheduleTemplate,
  getScheduleTemplate,
  getScheduleUtilisation,
  listScheduleTemplates,
  setScheduleIntervals,
  updateScheduleTemplate,
  type ScheduleTemplate,
  type Utilisation,
} from '@winnow/contract'
import type { StoredSchedule } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import { newId } from '../../platform/ids.ts'
import { mayChangeSome } from '../access/index.ts'
import { keepHolidays, makeListsOf } from './keep-holidays.ts'
import {
  findTemplates,
  getTemplate,
  listTemplates,
  lockTemplates,
  storedContents,
  sumOf,
  type Looking,
} from './template-queries.ts'
import { recordedLink, toStored, type PresentedContent } from './stored-content.ts'

async function requireFreeName(tx: Tx, companyId: string, name: string, exceptId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 3))`.execute(tx)
  const { rows } =
    await sql`select from schedule_template where company_id = ${companyId} and lower(name) = lower(${name})
    and id is distinct from ${exceptId}::uuid`.execute(tx)
  if (rows.length > 0)
    throw new AppError('NAME_TAKEN', `“${name}” exists already`, {
      fields: [{ field: 'name', message: 'This name is taken' }],
    })
}

/** Loads templates for a change and locks them. @throws AppError NOT_FOUND, FORBIDDEN */
async function loadForChange(looking: Looking, ids: readonly string[]): Promise<ScheduleTemplate[]> {
  await lockTemplates(looking.tx, ids)
  const found = await findTemplates(looking, ids)
  if (found.length !== new Set(ids).size) throw new AppError('NOT_FOUND', 'Not found')
  const locked = found.find(({ permission }) => permission === 'read')
  if (locked) throw new AppError('FORBIDDEN', `“${locked.name}” is used by cameras that you may not change`)
  return found
}

const countOf = ({ sites, views, rules }: Utilisation): number => sites + views + rules

/** Refuses a change of what cameras follow, unless the caller was shown how many. */
function requireShown(templates: readonly ScheduleTemplate[], shown: Utilisation | undefined): void {
  const sum = sumOf(templates)
  const { sites, views, rules } = sum
  if (countOf(sum) === 0) return
  if (shown?.sites === sites && shown.views === views && shown.rules === rules) return
  const message = `This changes ${sites} sites, ${views} cameras and ${rules} rules: send these numbers as followers`
  throw new AppError('CONFLICT', message, { fields: [{ field: 'followers', message }] })
}

async function store({ tx, actor, now }: Looking, id: string, name: string, content: StoredSchedule): Promise<void> {
  await tx
    .updateTable('schedule_template')
    .set({ name, content: JSON.stringify(content), changed_at: now, changed_by: actor.name })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Has open screens of others load what follows the template. */
const changed = (scheduleId: string) => ({ type: 'schedule.changed' as const, scheduleId })

/** What the audit keeps of the content of a template. */
const recorded = ({ weekly, holidayIntervals, closingDays, holidays }: PresentedContent) => ({
  weekly,
  holidayIntervals,
  closingDays,
  holidays: holidays && recordedLink(holidays),
})

function registerLooks(register: Register): void {
  register.read(listScheduleTemplates, (context) => listTemplates(context, context.query))

  register.read(getScheduleTemplate, (context) => getTemplate(context, context.params.id))

  register.read(getScheduleUtilisation, async (context) =>
    (await findTemplates(context, context.query.ids)).map(({ id, utilisation }) => ({ id, ...utilisation })),
  )
}

function registerCreation(register: Register): void {
  register.write(createScheduleTemplate, async (context) => {
    const { tx, actor, body, now, audit, publish } = context
    if (!mayChangeSome(actor.grants)) throw new AppError('FORBIDDEN', 'You may change no schedule')
    const { name, holidays: link, ...content } = body
    const stored = toStored(content, await keepHolidays(link, null, now))
    await requireFreeName(tx, actor.companyId, name, null)
    const id = newId()
    await tx
      .insertInto('schedule_template')
      .values({
        id,
        company_id: actor.companyId,
        name,
        content: JSON.stringify(stored),
        created_by: actor.userId,
        changed_at: now,
        changed_by: actor.name,
      })
      .execute()
    const made = await getTemplate(context, id)
    await audit({
      action: 'schedule.created',
      objectType: 'schedule',
      objectId: id,
      objectName: name,
      after: { name, ...recorded(made) },
    })
    await publish(changed(id))
    return made
  })
}

function registerChanges(register: Register): void {
  register.write(updateScheduleTemplate, async (context) => {
    const { tx, actor, params, body, now, audit, publish } = context
    // Made before the template is locked.
    await makeListsOf(body.holidays, now)
    const [before] = await loadForChange(context, [params.id])
    if (!before) throw new AppError('NOT_FOUND', 'Not found')
    if (body.basedOn && body.basedOn.version !== before.version)
      throw new AppError('CONFLICT', `${before.changedBy} has changed this schedule meanwhile`)
    const { name = before.name, followers, basedOn: _, ...changes } = body
    const isContent = Object.values(changes).some((value) => value !== undefined)
    if (isContent) requireShown([before], followers)
    if (body.name !== undefined) {
      requirePlainLines({ name: before.name }, { name })
      await requireFreeName(tx, actor.companyId, name, before.id)
    }
    const content = {
      weekly: body.weekly ?? before.weekly,
      holidayIntervals: body.holidayIntervals ?? before.holidayIntervals,
      closingDays: body.closingDays ?? before.closingDays,
    }
    const kept = (await storedContents(tx, [before.id])).get(before.id)?.holidays ?? null
    const holidays = body.holidays === undefined ? kept : await keepHolidays(body.holidays, kept, now)
    await store(context, before.id, name, toStored(content, holidays))
    const after = await getTemplate(context, before.id)
    await audit({
      action: 'schedule.changed',
      objectType: 'schedule',
      objectId: before.id,
      objectName: name,
      before: { name: before.name, ...(isContent ? recorded(before) : {}) },
      after: { name, ...(isContent ? { ...recorded(after), followers: before.utilisation } : {}) },
    })
    await publish(changed(before.id))
    return after
  })

  register.write(setScheduleIntervals, async (context) => {
    const { tx, body, audit, publish } = context
    const templates = await loadForChange(context, body.templateIds)
    requireShown(templates, body.followers)
    const contents = await storedContents(tx, body.templateIds)
    for (const before of templates) {
      const holidays = contents.get(before.id)?.holidays ?? null
      await store(context, before.id, before.name, toStored({ ...before, weekly: body.intervals }, holidays))
      await audit({
        action: 'schedule.changed',
        objectType: 'schedule',
        objectId: before.id,
        objectName: before.name,
        before: { weekly: before.weekly },
        after: { weekly: body.intervals, followers: before.utilisation },
      })
      await publish(changed(before.id))
    }
    return findTemplates(context, body.templateIds)
  })
}

function registerDeletion(register: Register): void {
  register.write(deleteScheduleTemplate, async (context) => {
    const { tx, actor, params, query, audit, publish } = context
    const ids = query.replaceBy === undefined ? [params.id] : [params.id, query.replaceBy]
    await lockTemplates(tx, ids)
    const [before] = await loadForChange(context, [params.id])
    if (!before) throw new AppError('NOT_FOUND', 'Not found')
    const { sites, views, rules } = before.utilisation
    const by = query.replaceBy === undefined ? undefined : await getTemplate(context, query.replaceBy)
    if (by?.id === before.id) {
      const message = 'Name another schedule'
      throw new AppError('VALIDATION', message, { fields: [{ field: 'replaceBy', message }] })
    }
    if (!by && countOf(before.utilisation) > 0)
      throw new AppError(
        'SCHEDULE_IN_USE',
        `${sites} sites, ${views} cameras and ${rules} rules follow this schedule: replace it`,
      )
    // Deleted sites and cameras can be restored, so they too follow the other template, or none.
    for (const table of ['site', 'view'] as const)
      await sql`update ${sql.table(table)} set schedule_id = ${by?.id ?? null}, schedule_version = schedule_version + 1
        ${table === 'site' && !by ? sql`, schedule_device_type = null` : sql``}
        where company_id = ${actor.companyId} and schedule_id = ${before.id}`.execute(tx)
    // Rules of deleted cameras keep it, and are shown as not ready once the camera is restored.
    if (by)
      await sql`update advanced_rule set schedule_id = ${by.id}, version = version + 1
        where company_id = ${actor.companyId} and schedule_id = ${before.id}`.execute(tx)
    await tx.deleteFrom('schedule_template').where('id', '=', before.id).execute()
    await audit({
      action: 'schedule.deleted',
      objectType: 'schedule',
      objectId: before.id,
      objectName: before.name,
      before: { name: before.name, ...recorded(before) },
      after: by ? { replacedBy: by.name, followers: before.utilisation } : undefined,
    })
    await publish(changed(before.id))
    return { success: true as const }
  })
}

export function registerTemplates(register: Register): void {
  registerLooks(register)
  registerCreation(register)
  registerChanges(register)
  registerDeletion(register)
}
