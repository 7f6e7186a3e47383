import { expect, test } from 'vitest'
import { isKnownZone, isSameZone } from './time-zone.ts'

test.each([
  ['Europe/London', true],
  ['UTC', true],
  ['CET', true],
  ['Mars/Olympus', false],
  ['BST', false],
  ['+01:00', false],
  ['', false],
])('%j is a known zone: %s', (zone, known) => {
  expect(isKnownZone(zone)).toBe(known)
})

test.each([
  ['Europe/London', 'Europe/London', true],
  ['Asia/Kolkata', 'Asia/Calcutta', true],
  ['Etc/UTC', 'UTC', true],
  ['Europe/London', 'Europe/Berlin', false],
  ['Mars/Olympus', 'Mars/Olympus', true],
  ['Mars/Olympus', 'UTC', false],
])('%s and %s are one zone: %s', (one, other, same) => {
  expect(isSameZone(one, other)).toBe(same)
})
