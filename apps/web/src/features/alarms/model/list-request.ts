import type { BodyInput, LiveEvent, listAlarms, QueryOf } from '@winnow/contract'
import { WINDOWS } from '../alarms-search.ts'
import type { AlarmFilters } from './alarm-filters.ts'

/** Query and body of one list request. */
export interface ListRequest {
  query: Partial<QueryOf<typeof listAlarms>>
  body: NonNullable<BodyInput<typeof listAlarms>>
}

const HOUR = 3_600_000

/** The start of the filters' time window, if it has one. */
function windowStart(filters: AlarmFilters, now: Date): string | undefined {
  const time = filters.time
  return 'window' in time ? new Date(now.getTime() - WINDOWS[time.window] * HOUR).toISOString() : time.since
}

/** The request for the first page. The caller adds paging and ids. */
export function listRequest(filters: AlarmFilters, now: Date, limit: number): ListRequest {
  const since = windowStart(filters, now)
  const till = 'window' in filters.time ? undefined : filters.time.till
  return {
    query: {
      limit,
      ...(since === undefined ? {} : { since }),
      ...(till === undefined ? {} : { till }),
      ...(filters.label === 'all' ? {} : { label: filters.label }),
      ...(filters.reasons.length === 0 ? {} : { reason: filters.reasons }),
      ...(filters.verdicts.length === 0 ? {} : { verdict: filters.verdicts }),
      ...(filters.classes.length === 0 ? {} : { objectType: filters.classes }),
      ...(filters.events.length === 0 ? {} : { alarmTypes: filters.events }),
      ...(filters.late ? { overdueAt: now.toISOString() } : {}),
      ...(filters.notes ? { notes: true } : {}),
      ...(filters.tests ? { includeTests: true } : {}),
    },
    body: {
      ...(filters.cameras.length === 0 ? {} : { cameras: filters.cameras }),
      ...(filters.sites.length === 0 ? {} : { sites: filters.sites }),
      ...(filters.projects.length === 0 ? {} : { projects: filters.projects }),
    },
  }
}

/** A live message about an alarm. */
export type AlarmEvent = Extract<LiveEvent, { type: 'alarm.created' | 'alarm.changed' }>

/** A live message about several alarms of one camera. */
export type AlarmsEvent = Extract<LiveEvent, { type: 'alarms.changed' }>

/**
 * Whether an alarm of a live message can match these filters, judged by the fields of the message. Without this check, the list of one
 * camera would request every alarm of the company.
 */
export function eventMayMatch(
  filters: AlarmFilters,
  event: Pick<AlarmEvent, 'isTest' | 'viewId' | 'siteId' | 'projectId'>,
): boolean {
  if (event.isTest && !filters.tests) return false
  const { cameras, sites, projects } = filters
  if (cameras.length + sites.length + projects.length === 0) return true
  return cameras.includes(event.viewId) || sites.includes(event.siteId) || projects.includes(event.projectId)
}
