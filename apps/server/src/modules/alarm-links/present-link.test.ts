import { expect, it } from 'vitest'
import { stateOfLink } from './present-link.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

it.each([
  ['active', { expires_at: at(1), revoked_at: null }],
  ['expired', { expires_at: at(0), revoked_at: null }],
  ['expired', { expires_at: at(-1), revoked_at: null }],
  ['revoked', { expires_at: at(1), revoked_at: at(-5) }],
  ['revoked', { expires_at: at(-1), revoked_at: at(-5) }],
] as const)('a link is %s: %o', (state, row) => {
  expect(stateOfLink(row, NOW)).toBe(state)
})
