import { expect, it } from 'vitest'
import { type StreamRow, streamState } from './stream-state.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const row = (change: Partial<StreamRow>): StreamRow => ({
  is_up: false,
  lease_until: new Date(NOW.getTime() + 10_000),
  since: ago(1),
  last_up_at: ago(1),
  seen_at: null,
  event_at: null,
  problem: null,
  problem_setting: null,
  problem_at: null,
  ...change,
})

it.each<[string, Partial<StreamRow>]>([
  ['never', { last_up_at: null, since: ago(60) }],
  ['working', { is_up: true }],
  ['failing', { is_up: true, lease_until: ago(6) }],
  ['silent', { since: ago(4.9) }],
  ['failing', { since: ago(5) }],
])('is %s · CAMERAS-010', (state, change) => {
  expect(streamState(row(change), NOW).state).toBe(state)
})

it('tells the reason, and none that this version does not know', () => {
  const known = row({ problem: 'refused', problem_setting: 'A=1', problem_at: ago(2) })
  expect(streamState(known, NOW).problem).toEqual({ code: 'refused', setting: 'A=1', at: ago(2).toISOString() })
  expect(streamState(row({ problem: 'of-a-later-version' }), NOW).problem).toBeNull()
})
