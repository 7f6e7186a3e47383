import { timezone } from '@winnow/contract'
import { expect, it } from 'vitest'
import { fromLocalSeconds, isKnownZone } from '@winnow/domain'
import { windowConditions } from './list-window.ts'

/** Short names that runtimes take for zones, and others that PostgreSQL takes for fixed offsets. */
const SHORT =
  'ACT AET AST BST CAT CET CST EET EST EST5EDT GMT HST IST JST MET MST NST PST PRC ROK UCT UTC WET Zulu'.split(' ')

it('every zone that a request may name can be computed with, and no other is accepted · ALARMS-004', () => {
  const names = [...Intl.supportedValuesOf('timeZone'), ...SHORT, 'US/Pacific-New', '+01:00', '-0030', 'Mars/Olympus']
  for (const zone of names) {
    const { success } = timezone.safeParse(zone)
    expect([zone, success]).toEqual([zone, isKnownZone(zone)])
    if (success) expect(fromLocalSeconds('2026-05-01T00:00:00', zone)).toBeInstanceOf(Date)
  }
  expect(SHORT.filter((zone) => timezone.safeParse(zone).success).join(' ')).toBe(
    'CET EET EST EST5EDT GMT HST MET MST PRC ROK UCT UTC WET Zulu',
  )
})

it('a window that is local to sites needs their zones', () => {
  expect(() => windowConditions({ since: '2026-05-01T00:00:00', siteTimeZone: true })).toThrow('zones')
  expect(windowConditions({ since: '2026-05-01T00:00:00', siteTimeZone: true, zones: [] })).toHaveLength(1)
})
