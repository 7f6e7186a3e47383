import { expect, test } from 'vitest'
import { isKnownZone } from './time-zone.ts'

test.each([
  ['Europe/London', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a known zone: %s', (zone, known) => {
  expect(isKnownZone(zone)).toBe(known)
})
