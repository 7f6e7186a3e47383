import type { WatchList } from '@winnow/contract'

/** A watch list without plates. */
export const buildWatchList = (change: Partial<WatchList> = {}): WatchList => ({
  id: '01900000-0000-7000-8000-000000000101',
  name: 'Banned',
  plates: 0,
  retentionDays: 90,
  rules: 2,
  version: 1,
  changedAt: '2026-11-20T10:00:00.000Z',
  changedBy: 'Ada',
  ...change,
})
