import { ALL_LABEL_REASONS, OBJECT_CLASSES, RULE_TYPES, type LabelReason, type RuleType } from '@winnow/contract'
import {
  FILTERED_TYPES,
  oneOf,
  VERDICT_WORDS,
  WORD_OF,
  type AlarmsSearch,
  type LabelFilter,
  type VerdictFilter,
  type Window,
} from '../alarms-search.ts'

export type ObjectClass = (typeof OBJECT_CLASSES)[number]
type AlarmType = (typeof FILTERED_TYPES)[number]

/** Whether a type is that of a rule, and not an event of a device. */
export const isRuleType = (type: AlarmType): type is RuleType => RULE_TYPES.some((known) => known === type)

const DEFAULT_WINDOW: Window = '24h'

/** The complete filters of the list, with defaults for what the address leaves out. */
export interface AlarmFilters {
  time: { window: Window } | { since: string | undefined; till: string | undefined }
  projects: string[]
  sites: string[]
  cameras: string[]
  verdicts: VerdictFilter[]
  label: LabelFilter
  /** Why alarms were labelled so; empty for any reason. */
  reasons: LabelReason[]
  classes: ObjectClass[]
  /** Events of devices, and types of rules that found what they look for. */
  events: AlarmType[]
  /** Only alarms that wait for their verdict past their deadline. */
  late: boolean
  notes: boolean
  tests: boolean
}

const split = (text: string | undefined) => (text ? text.split(',') : [])
const known = <T extends string>(list: readonly T[], text: string | undefined) =>
  split(text)
    .map(oneOf(list))
    .filter((word) => word !== undefined)

/** Reads the filters from the address. An absolute window takes precedence over a relative one. */
export function readFilters(search: AlarmsSearch): AlarmFilters {
  const absolute = search.since !== undefined || search.till !== undefined
  return {
    time: absolute ? { since: search.since, till: search.till } : { window: search.window ?? DEFAULT_WINDOW },
    projects: split(search.project),
    sites: split(search.site),
    cameras: split(search.camera),
    verdicts: split(search.verdict)
      .map((word) => VERDICT_WORDS[word])
      .filter((verdict) => verdict !== undefined),
    label: search.label ?? 'all',
    reasons: known(ALL_LABEL_REASONS, search.reason),
    classes: known(OBJECT_CLASSES, search.object),
    events: known(FILTERED_TYPES, search.event),
    late: search.late ?? false,
    notes: search.notes ?? false,
    tests: search.tests ?? false,
  }
}

const joined = (list: readonly string[]) => (list.length === 0 ? undefined : list.join(','))

/** Writes filters to the address. Defaults are left out. */
export function writeFilters(filters: AlarmFilters): AlarmsSearch {
  const time = filters.time
  const relative = 'window' in time
  return {
    window: relative && time.window !== DEFAULT_WINDOW ? time.window : undefined,
    since: relative ? undefined : time.since,
    till: relative ? undefined : time.till,
    project: joined(filters.projects),
    site: joined(filters.sites),
    camera: joined(filters.cameras),
    verdict: joined(filters.verdicts.map((verdict) => WORD_OF[verdict])),
    label: filters.label === 'all' ? undefined : filters.label,
    reason: joined(filters.reasons),
    object: joined(filters.classes),
    event: joined(filters.events),
    late: filters.late || undefined,
    notes: filters.notes || undefined,
    tests: filters.tests || undefined,
  }
}

/** A key for a set of filters. */
export function filtersKey(filters: AlarmFilters): string {
  return JSON.stringify(writeFilters(filters))
}

/** The number of active filters besides the time window, shown at the filter button. */
export function countFilters(filters: AlarmFilters): number {
  return [
    filters.projects.length + filters.sites.length + filters.cameras.length > 0,
    filters.verdicts.length > 0,
    filters.label !== 'all',
    filters.reasons.length > 0,
    filters.classes.length > 0,
    filters.events.length > 0,
    filters.late,
    filters.notes,
    filters.tests,
  ].filter(Boolean).length
}
