import { expect, it } from 'vitest'
import { endOfDisarm } from './disarm-draft.ts'

// In London clocks are put forward from 1:00 to 2:00 on 29 March 2026.
const now = new Date('2026-03-28T20:00:00Z')
const limits = { now, zone: 'Europe/London', longestMinutes: 16 * 60 }

it('a disarm ends after the longest time, or at a time of the site', () => {
  expect(endOfDisarm({ choice: 'longest', end: '' }, limits)).toEqual({
    ok: true,
    at: new Date('2026-03-29T12:00:00Z'),
  })
  expect(endOfDisarm({ choice: 'until', end: '2026-03-29T09:00' }, limits)).toEqual({
    ok: true,
    at: new Date('2026-03-29T08:00:00Z'),
  })
})

it.each([
  ['tomorrow', { problem: 'invalid' }],
  ['2026-03-29T01:30', { problem: 'skipped' }],
  ['2026-03-28T20:00', { problem: 'past' }],
  ['2026-03-29T13:01', { problem: 'too-long', latest: new Date('2026-03-29T12:00:00Z') }],
])('a disarm does not end at %s', (end, expected) => {
  expect(endOfDisarm({ choice: 'until', end }, limits)).toEqual({ ok: false, ...expected })
})
