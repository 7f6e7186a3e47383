import { expect, test } from 'vitest'
import { relativeDay } from './relative-day.ts'

test.each([
  ['the same day', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', 'Europe/London', 'today'],
  ['the day before', '2026-11-19T23:59:59Z', '2026-11-20T00:00:00Z', 'Europe/London', 'yesterday'],
  ['two days before', '2026-11-18T23:59:59Z', '2026-11-20T00:00:00Z', 'Europe/London', 'earlier'],
  ['the zone has its own midnight', '2026-11-20T18:14:59Z', '2026-11-20T18:15:00Z', 'Asia/Kathmandu', 'yesterday'],
  // 00:30 after the day of 23 hours: 24 hours earlier is two days ago.
  ['yesterday had 23 hours', '2026-03-29T12:00:00Z', '2026-03-29T23:30:00Z', 'Europe/London', 'yesterday'],
  // 23:30 on the day of 25 hours: 24 hours earlier is the same day.
  ['today has 25 hours', '2026-10-24T12:00:00Z', '2026-10-25T23:30:00Z', 'Europe/London', 'yesterday'],
  ['a new year', '2026-12-31T22:00:00Z', '2026-12-31T23:30:00Z', 'Europe/Berlin', 'yesterday'],
])('%s: %s, seen at %s in %s, is %s', (_, at, now, zone, relation) => {
  expect(relativeDay(new Date(at), new Date(now), zone)).toBe(relation)
})
