import type { getResponseTimes, ReplyOf, ResponseBreach, ResponseRow } from '@winnow/contract'

const FIGURES = {
  measured: 200,
  kept: 190,
  keptShare: 0.95,
  late: { analysis: 1, waiting: 2, receiver: 6, givenUp: 1 },
  p50Ms: 3_400,
  p95Ms: 29_000,
}

export const SITE_ID = '01900000-0000-7000-8000-000000000051'

export const buildResponseRow = (changes: Partial<ResponseRow> = {}): ResponseRow => ({
  ...FIGURES,
  day: null,
  siteId: SITE_ID,
  siteName: 'Gate',
  projectName: 'Acme',
  receiverId: null,
  receiverName: null,
  goalSeconds: 30,
  ...changes,
})

export const buildTimes = (rows: ResponseRow[] = [buildResponseRow()]): ReplyOf<typeof getResponseTimes> => ({
  rows,
  count: rows.length,
  countIsExact: true,
  page: 1,
  limit: 31,
  since: '2026-11-14',
  till: '2026-11-21',
  total: FIGURES,
  overdue: 3,
})

export const buildBreach = (changes: Partial<ResponseBreach> = {}): ResponseBreach => ({
  id: '01900000-0000-7000-8000-0000000000d1',
  alarmId: '01900000-0000-7000-8000-0000000000f1',
  receiverId: '01900000-0000-7000-8000-0000000000c1',
  receiverName: 'Station',
  siteId: SITE_ID,
  siteName: 'Gate',
  projectName: 'Acme',
  viewName: 'Dock',
  goalSeconds: 30,
  receivedAt: '2026-11-21T10:00:00.000Z',
  decidedAt: '2026-11-21T10:00:04.000Z',
  sentAt: '2026-11-21T10:00:06.000Z',
  acknowledgedAt: '2026-11-21T10:00:56.000Z',
  stage: 'receiver',
  ...changes,
})
