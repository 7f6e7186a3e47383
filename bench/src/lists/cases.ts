import type { AlarmBody, AlarmQuery } from '@winnow/server/src/modules/alarms/alarm-filter.ts'
import { DAYS } from '../seed/alarm-seed.ts'
import type { Viewer } from './viewers.ts'

/** A query of the list: its name, and the filter as the console would send it. */
export interface Case {
  name: string
  query: Partial<AlarmQuery>
  body: AlarmBody
}

const ago = (now: Date, hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString()

const filter = (name: string, query: Partial<AlarmQuery>, body: AlarmBody = {}): Case => ({ name, query, body })

/** Every filter of the list, with a rare and a common value of each, and some combinations. */
export function listCases(viewer: Viewer, now: Date): Case[] {
  const old = (DAYS / 2) * 24
  return [
    filter('no filter', {}),
    filter('verdict: passed', { verdict: ['true'] }),
    filter('verdict: unverified (1 %)', { verdict: ['unverified'] }),
    filter('verdict: passed or unverified', { verdict: ['true', 'unverified'] }),
    filter('verdict: waiting', { verdict: ['waiting'] }),
    filter('label: true (0.5 %)', { label: 'true' }),
    filter('label: false (2.5 %)', { label: 'false' }),
    filter('label: none', { label: 'unlabelled' }),
    filter('operator says true (0.2 %)', { filter: 'true' }),
    filter('class: person', { objectType: ['person'] }),
    filter('class: animal (0.06 %)', { objectType: ['animal'] }),
    filter('class: bag (never)', { objectType: ['bag'] }),
    filter('class: animal or cycle', { objectType: ['animal', 'cycle'] }),
    filter('event: tamper (0.2 %)', { alarmTypes: ['tamper'] }),
    filter('notes (0.2 %)', { notes: true }),
    filter('no notes', { notes: false }),
    filter('tests too', { includeTests: true }),
    filter('one camera', {}, { cameras: [viewer.view] }),
    filter('one site', {}, { sites: [viewer.site] }),
    filter('one client', {}, { projects: [viewer.project] }),
    filter('one client, unverified', { verdict: ['unverified'] }, { projects: [viewer.project] }),
    filter('one hour, a month ago', { since: ago(now, old), till: ago(now, old - 1) }),
    filter('a week, unverified', { since: ago(now, 168), till: now.toISOString(), verdict: ['unverified'] }),
    filter('a week, labelled false, person', { since: ago(now, 168), label: 'false', objectType: ['person'] }),
  ]
}

/** The filter with the defaults of the API contract. */
export function fullQuery(query: Partial<AlarmQuery>): AlarmQuery {
  return { page: 1, limit: 50, label: 'all', filter: 'all', ...query }
}
