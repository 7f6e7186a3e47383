import type { AlarmCamera, CureRequest } from '@winnow/contract'
import { alarmId, SITE_ID, VIEW_ID } from '../features/alarms/testing/alarm-factory.ts'

/** What an operator asks for at the first alarm. */
export const buildCureRequest = (changes: Partial<CureRequest> = {}): CureRequest => ({
  id: '01900000-0000-7000-8000-00000000ee01',
  alarmId: alarmId(1),
  viewId: VIEW_ID,
  viewName: 'Gate',
  siteName: 'Harbour',
  cure: 'mask',
  note: 'A flag',
  areas: [
    [
      [0.1, 0.1],
      [0.5, 0.1],
      [0.1, 0.5],
    ],
  ],
  askedBy: 'Olly Operator',
  isMine: false,
  askedAt: '2026-11-20T01:00:00.000Z',
  state: 'open',
  decidedBy: null,
  decidedAt: null,
  answer: '',
  ...changes,
})

/** The camera of the alarms. */
export const buildAlarmCamera = (changes: Partial<AlarmCamera> = {}): AlarmCamera => ({
  viewId: VIEW_ID,
  viewName: 'Gate',
  siteId: SITE_ID,
  timezone: 'Europe/Madrid',
  sensitivity: 3,
  ptz: false,
  createdByApi: false,
  mayWrite: true,
  pause: null,
  sitePause: null,
  day: { count: 41, usual: 12 },
  week: { judged: 100, filtered: 90, reduction: 0.9 },
  last: [],
  requests: [],
  ...changes,
})

/** A page of requests. */
export const pageOfRequests = (rows: CureRequest[]) => ({
  rows,
  count: rows.length,
  countIsExact: true,
  page: 1,
  limit: 20,
})
