import { expect, test } from 'vitest'
import { suggestedZone } from './suggested-zone.ts'

test.each([
  ['the zone of the site', 'Asia/Tokyo', 'Europe/London', 'Europe/Berlin', 'Asia/Tokyo'],
  ['the default of the company if the site has none', null, 'Europe/London', 'Europe/Berlin', 'Europe/London'],
  ['nothing if the user has the zone of the site', 'Asia/Tokyo', 'Europe/London', 'Asia/Tokyo', null],
  ['nothing if the user has the default and the site has none', null, 'Europe/London', 'Europe/London', null],
  ['the zone of the site to a user who has the default', 'Asia/Tokyo', 'Europe/London', 'Europe/London', 'Asia/Tokyo'],
  ['nothing if the zones differ in their names alone', 'Asia/Kolkata', 'Europe/London', 'Asia/Calcutta', null],
])('suggests %s · TIMEZONE-002', (_what, ownTimezone, companyDefault, userZone, suggested) => {
  expect(suggestedZone({ ownTimezone }, companyDefault, userZone)).toBe(suggested)
})
