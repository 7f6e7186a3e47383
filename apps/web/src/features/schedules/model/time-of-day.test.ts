import { expect, test } from 'vitest'
import { parseTimeOfDay, timeOfDay } from './time-of-day.ts'

test.each([
  [0, '00:00', '12:00 AM'],
  [510, '08:30', '8:30 AM'],
  [720, '12:00', '12:00 PM'],
  [1200, '20:00', '8:00 PM'],
  [1440, '24:00', '12:00 AM'],
])('minute %i is shown as the user prefers', (minute, in24, in12) => {
  expect([timeOfDay(minute, false), timeOfDay(minute, true)]).toEqual([in24, in12])
})

test.each([
  ['8', 480],
  ['8:30', 510],
  ['0830', 510],
  ['8.30', 510],
  ['8h30', 510],
  [' 8:30 pm ', 1230],
  ['8:30 P.M.', 1230],
  ['12 am', 0],
  ['12:15 pm', 735],
  ['24:00', 0],
  ['23:59', 1439],
])('%s is understood', (text, minute) => {
  expect(parseTimeOfDay(text, false)).toBe(minute)
})

test.each(['', 'noon', '25:00', '8:60', '24:01', '13 pm', '0 am', '8:5', '-1', '8:30:00'])('%s is no time', (text) => {
  expect(parseTimeOfDay(text, false)).toBeUndefined()
  expect(parseTimeOfDay(text, true)).toBeUndefined()
})

test('midnight as an end is the end of the day', () => {
  expect([parseTimeOfDay('0:00', true), parseTimeOfDay('24:00', true), parseTimeOfDay('12 am', true)]).toEqual([
    1440, 1440, 1440,
  ])
})
