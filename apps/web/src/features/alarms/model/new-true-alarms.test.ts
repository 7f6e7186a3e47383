import { expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { newTrueAlarms } from './new-true-alarms.ts'

const told = (...numbers: number[]) => new Set(numbers.map(alarmId))
const names = (...args: Parameters<typeof newTrueAlarms>) => newTrueAlarms(...args).map((row) => row.id)

test('only new true alarms are reported, each once', () => {
  const rows = [
    buildRow(9),
    buildRow(8, { verdict: 'false' }),
    buildRow(7, { verdict: 'unverified' }),
    buildRow(6, { verdict: null }),
    buildRow(5, { isTest: true }),
    buildRow(4),
    buildRow(3),
  ]
  expect(names(rows, alarmId(3), told())).toEqual([alarmId(9), alarmId(4)])
  expect(names(rows, alarmId(3), told(9))).toEqual([alarmId(4)])
  expect(names(rows, alarmId(9), told())).toEqual([])
})

test('an alarm with a late verdict is reported with the verdict', () => {
  expect(names([buildRow(6, { verdict: null })], alarmId(3), told())).toEqual([])
  expect(names([buildRow(6)], alarmId(3), told())).toEqual([alarmId(6)])
})
