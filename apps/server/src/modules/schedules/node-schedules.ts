import type { ScheduleState, SiteSchedule, ViewSchedule } from '@winnow/contract'
import { decideAt, readSchedule, readStandingFacts, type StoredSchedule } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { scheduleFactsOfSite, scheduleFactsOfView } from '../access/index.ts'
import { fromStored } from './stored-content.ts'

/** The schedule of a site or camera, as it stands in its row. */
interface NodeRow {
  name: string
  project_id: string
  site_id: string
  device_type: 1 | 2 | null
  zone: string
  schedule_id: string | null
  template_name: string | null
  content: StoredSchedule | null
  version: number
  facts: unknown
}

interface ViewRow extends NodeRow {
  site_schedule_id: string | null
  site_template_name: string | null
  site_content: StoredSchedule | null
}

const nameOf = (id: RawBuilder<unknown>) => sql`(select t.name from schedule_template t where t.id = ${id})`
const contentOf = (table: 'site' | 'view') => sql`coalesce(${sql.ref(`${table}.own_schedule`)},
  (select t.content from schedule_template t where t.id = ${sql.ref(`${table}.schedule_id`)}))`
const ZONE = sql`coalesce(site.timezone, (select c.default_site_timezone from company c where c.id = site.company_id))`

async function findSiteRow(tx: Tx, id: string): Promise<NodeRow> {
  const { rows } = await sql<NodeRow>`
    select site.name, site.project_id, site.id as site_id, site.schedule_device_type as device_type, ${ZONE} as zone, site.schedule_id,
      ${nameOf(sql`site.schedule_id`)} as template_name, ${contentOf('site')} as content, site.schedule_version as version,
      jsonb_build_object('site', jsonb_build_object('active', site.active, 'pausedUntil', site.paused_until),
        'schedule', ${scheduleFactsOfSite}) as facts
    from site where site.id = ${id} and site.deleted_at is null`.execute(tx)
  return rows[0] ?? missing()
}

async function findViewRow(tx: Tx, id: string): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    select view.name, view.project_id, view.site_id, site.schedule_device_type as device_type, ${ZONE} as zone, view.schedule_id,
      ${nameOf(sql`view.schedule_id`)} as template_name, ${contentOf('view')} as content, view.schedule_version as version,
      site.schedule_id as site_schedule_id, ${nameOf(sql`site.schedule_id`)} as site_template_name,
      ${contentOf('site')} as site_content,
      jsonb_build_object('site', jsonb_build_object('active', site.active, 'pausedUntil', site.paused_until),
        'view', jsonb_build_object('active', view.active, 'pausedUntil', view.paused_until, 'products', view.products),
        'schedule', ${scheduleFactsOfView}) as facts
    from view join site on site.id = view.site_id where view.id = ${id} and view.deleted_at is null`.execute(tx)
  return rows[0] ?? missing()
}

function missing(): never {
  throw notFound()
}

function stateOf(facts: unknown, now: Date): ScheduleState {
  const { counts, reason, until } = decideAt(readStandingFacts(facts), now)
  return { counts, reason, until: until?.toISOString() ?? null }
}

const NO_CONTENT = { weekly: null, holidayIntervals: null, closingDays: null, holidays: null }
const present = (content: StoredSchedule | null, now: Date) =>
  readSchedule(content) && content ? fromStored(content, now) : NO_CONTENT

/** A node, and its schedule as the API returns it. */
export interface Found<S> {
  node: Pick<NodeRow, 'name' | 'project_id' | 'site_id'>
  schedule: S
  /** What is stored of the schedule that counts, whosever it is. */
  stored: StoredSchedule | null
}

/** @throws AppError NOT_FOUND */
export async function findSiteSchedule(tx: Tx, id: string, now: Date): Promise<Found<SiteSchedule>> {
  const row = await findSiteRow(tx, id)
  return {
    node: row,
    stored: row.content,
    schedule: {
      deviceType: row.device_type,
      tz: row.zone,
      templateId: row.schedule_id,
      templateName: row.template_name,
      ...present(row.content, now),
      version: row.version,
      state: stateOf(row.facts, now),
    },
  }
}

/** @throws AppError NOT_FOUND */
export async function findViewSchedule(tx: Tx, id: string, now: Date): Promise<Found<ViewSchedule>> {
  const row = await findViewRow(tx, id)
  const isOwn = row.content !== null
  const hasSites = row.site_content !== null
  return {
    node: row,
    stored: isOwn ? row.content : row.site_content,
    schedule: {
      source: isOwn ? 'view' : hasSites ? 'site' : null,
      deviceType: row.device_type,
      tz: row.zone,
      templateId: isOwn ? row.schedule_id : row.site_schedule_id,
      templateName: isOwn ? row.template_name : row.site_template_name,
      ...present(isOwn ? row.content : row.site_content, now),
      version: row.version,
      state: stateOf(row.facts, now),
    },
  }
}
