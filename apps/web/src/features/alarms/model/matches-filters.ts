import type { AlarmRow } from '@winnow/contract'
import { type AlarmFilters, isRuleType } from './alarm-filters.ts'

/** Returns the row of an alarm, without the fields that only its page shows. */
export function toRow(alarm: AlarmRow): AlarmRow {
  return {
    id: alarm.id,
    viewId: alarm.viewId,
    viewName: alarm.viewName,
    siteId: alarm.siteId,
    siteName: alarm.siteName,
    projectId: alarm.projectId,
    projectName: alarm.projectName,
    timezone: alarm.timezone,
    receivedAt: alarm.receivedAt,
    eventType: alarm.eventType,
    verdict: alarm.verdict,
    verdictAt: alarm.verdictAt,
    score: alarm.score,
    classes: alarm.classes,
    groundTruth: alarm.groundTruth,
    labelReason: alarm.labelReason,
    noteCount: alarm.noteCount,
    frameCount: alarm.frameCount,
    isTest: alarm.isTest,
    outside: alarm.outside,
    version: alarm.version,
    rule: alarm.rule,
  }
}

function matchesLabel(filters: AlarmFilters, row: AlarmRow): boolean {
  switch (filters.label) {
    case 'all':
      return true
    case 'unlabelled':
      return row.groundTruth === null
    case 'true':
      return row.groundTruth === true
    default:
      return row.groundTruth === false
  }
}

/** The state in which an alarm is shown: its verdict, or why it has none. */
export const stateOf = ({ verdict, outside }: Pick<AlarmRow, 'verdict' | 'outside'>) =>
  outside ? 'outside' : (verdict ?? 'waiting')

/** Whether the filters include the state of an alarm. Alarms that were not judged (`outside`) are listed only on request. */
const matchesVerdict = (filters: AlarmFilters, row: AlarmRow): boolean =>
  filters.verdicts.length === 0 ? row.outside === null : filters.verdicts.includes(stateOf(row))

/** Whether the alarm is of a chosen type. A row names one rule alone, so an alarm with a rule may match by another one. */
const matchesTypes = ({ events }: AlarmFilters, { eventType, rule }: AlarmRow): boolean =>
  events.length === 0 || events.includes(eventType) || (rule !== null && events.some(isRuleType))

/**
 * Whether a row matches the filters, checked only for filters that the fields of the row can answer. The server decides what the list
 * contains. This check is for changes made in this browser, which must be visible at once.
 */
export function matchesFilters(filters: AlarmFilters, row: AlarmRow): boolean {
  const { cameras, sites, projects } = filters
  const anywhere = cameras.length + sites.length + projects.length === 0
  return (
    matchesLabel(filters, row) &&
    (filters.reasons.length === 0 || (row.labelReason !== null && filters.reasons.includes(row.labelReason))) &&
    matchesVerdict(filters, row) &&
    (filters.classes.length === 0 || filters.classes.some((wanted) => row.classes.includes(wanted))) &&
    matchesTypes(filters, row) &&
    (!filters.late || stateOf(row) === 'waiting') &&
    (!filters.notes || row.noteCount > 0) &&
    (filters.tests || !row.isTest) &&
    (anywhere || cameras.includes(row.viewId) || sites.includes(row.siteId) || projects.includes(row.projectId))
  )
}
