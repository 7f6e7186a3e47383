import { ALL_LABEL_REASONS, EVENT_TYPES, savedSearch } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { countFilters, filtersKey, readFilters, writeFilters } from './alarm-filters.ts'
import { alarmsSearch } from '../alarms-search.ts'
import { eventMayMatch, listRequest } from './list-request.ts'
import { PROJECT_ID, SITE_ID, VIEW_ID } from '../testing/alarm-factory.ts'

const filters = (search: unknown) => readFilters(alarmsSearch.parse(search))
const NOW = new Date('2026-11-20T08:00:00Z')

describe('the address', () => {
  test('without parameters shows the last 24 hours', () => {
    expect(filters({})).toEqual({
      time: { window: '24h' },
      projects: [],
      sites: [],
      cameras: [],
      verdicts: [],
      label: 'all',
      reasons: [],
      classes: [],
      events: [],
      late: false,
      notes: false,
      tests: false,
    })
  })

  test.each([
    ['passed', ['true']],
    ['filtered,waiting', ['false', 'waiting']],
    [true, ['true']],
    [false, ['false']],
    [
      ['passed', 'unverified'],
      ['true', 'unverified'],
    ],
    ['passed,passed', ['true']],
    ['nonsense', []],
    [{}, []],
  ])('verdict %j is parsed as %j', (value, expected) => {
    expect(filters({ verdict: value }).verdicts).toEqual(expected)
  })

  test.each([
    ['true', 'true'],
    [true, 'true'],
    [false, 'false'],
    ['unlabelled', 'unlabelled'],
    ['what', 'all'],
    [undefined, 'all'],
  ])('label %j is parsed as %j', (value, expected) => {
    expect(filters({ label: value }).label).toBe(expected)
  })

  test('drops an invalid value without an error', () => {
    const search = alarmsSearch.parse({
      window: '3 weeks',
      since: 'yesterday',
      camera: 'x,7',
      object: 'ghost',
      event: 5,
      notes: 'maybe',
      other: 1,
    })
    expect(readFilters(search)).toEqual(filters({}))
  })

  test('prefers an absolute window to a relative one', () => {
    expect(filters({ window: '1h', since: '2026-11-20T00:00:00Z', till: '2026-11-20T08:00:00Z' }).time).toEqual({
      since: '2026-11-20T00:00:00Z',
      till: '2026-11-20T08:00:00Z',
    })
  })

  test('stores ids in lower case, once each', () => {
    expect(filters({ camera: `${VIEW_ID.toUpperCase()},${VIEW_ID}` }).cameras).toEqual([VIEW_ID])
  })

  test('is parsed to the filters from which it was written, and omits defaults', () => {
    const search = {
      window: '7d',
      project: PROJECT_ID,
      site: SITE_ID,
      camera: VIEW_ID,
      verdict: 'passed,unverified',
      label: 'false',
      reason: 'wind,known-person',
      object: 'person,vehicle',
      event: 'line',
      late: true,
      notes: true,
      tests: true,
    }
    const once = filters(search)
    expect(readFilters(alarmsSearch.parse(writeFilters(once)))).toEqual(once)
    expect(Object.values(writeFilters(filters({}))).filter((value) => value !== undefined)).toEqual([])
    expect(filtersKey(once)).not.toBe(filtersKey(filters({})))
  })

  test('can be saved with every filter that it can hold', () => {
    expect(Object.keys(savedSearch.shape).toSorted()).toEqual(Object.keys(alarmsSearch.shape).toSorted())
    const all = { reason: ALL_LABEL_REASONS.join(','), event: EVENT_TYPES.join(','), late: true as const }
    expect(savedSearch.parse(JSON.parse(JSON.stringify(writeFilters(filters(all)))))).toEqual(all)
  })

  test('counts filters without the time window', () => {
    expect(countFilters(filters({ window: '1h' }))).toBe(0)
    expect(countFilters(filters({ verdict: 'passed', camera: VIEW_ID, site: SITE_ID, notes: true }))).toBe(3)
  })
})

describe('the list request · ALARMS-004', () => {
  test('has the start of a relative window and no end', () => {
    const { query } = listRequest(filters({ window: '8h' }), NOW, 50)
    expect(query).toEqual({ limit: 50, since: '2026-11-20T00:00:00.000Z' })
  })

  test('contains every filter in query or body', () => {
    const request = listRequest(
      filters({
        since: '2026-11-19T00:00:00Z',
        till: '2026-11-19T08:00:00Z',
        camera: VIEW_ID,
        site: SITE_ID,
        project: PROJECT_ID,
        verdict: 'filtered',
        label: 'false',
        reason: 'staff',
        object: 'person',
        event: 'line,count',
        late: true,
        notes: true,
        tests: true,
      }),
      NOW,
      50,
    )
    expect(request).toEqual({
      query: {
        limit: 50,
        since: '2026-11-19T00:00:00Z',
        till: '2026-11-19T08:00:00Z',
        label: 'false',
        reason: ['staff'],
        verdict: ['false'],
        objectType: ['person'],
        alarmTypes: ['line', 'count'],
        overdueAt: NOW.toISOString(),
        notes: true,
        includeTests: true,
      },
      body: { cameras: [VIEW_ID], sites: [SITE_ID], projects: [PROJECT_ID] },
    })
  })
})

describe('live messages', () => {
  const event = {
    type: 'alarm.created' as const,
    id: VIEW_ID,
    viewId: VIEW_ID,
    siteId: SITE_ID,
    projectId: PROJECT_ID,
    version: 1,
    isTest: false,
  }
  const other = '01900000-0000-7000-8000-bbbbbbbbbbbb'

  test.each([
    [{}, true],
    [{ camera: VIEW_ID }, true],
    [{ site: SITE_ID }, true],
    [{ project: PROJECT_ID }, true],
    [{ camera: other, site: SITE_ID }, true],
    [{ camera: other }, false],
    [{ site: other, project: other }, false],
  ])('with %j an alarm of the camera may be listed: %j', (search, expected) => {
    expect(eventMayMatch(filters(search), event)).toBe(expected)
  })

  test('of trial alarms are used only if trials are shown', () => {
    expect(eventMayMatch(filters({}), { ...event, isTest: true })).toBe(false)
    expect(eventMayMatch(filters({ tests: true }), { ...event, isTest: true })).toBe(true)
  })
})
