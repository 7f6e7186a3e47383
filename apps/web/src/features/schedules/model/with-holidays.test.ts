import { expect, test } from 'vitest'
import { withHolidays } from './with-holidays.ts'

const day = (from: string, name: string, to = from) => ({ from, to, name })

test('holidays are added by date, except on days that are closed already', () => {
  const summer = day('2027-08-02', 'Summer', '2027-08-20')
  expect(
    withHolidays(
      [summer],
      [
        day('2027-12-25', 'Christmas'),
        day('2027-08-15', 'Assumption'),
        day('2027-01-01', 'New Year'),
        day('2027-12-25', 'Noel'),
      ],
      100,
    ).map(({ name }) => name),
  ).toEqual(['New Year', 'Summer', 'Christmas'])
})

test('no more are added than a schedule can have', () => {
  expect(withHolidays([day('2027-05-01', 'May')], [day('2027-01-01', 'a'), day('2027-01-02', 'b')], 2)).toHaveLength(2)
})
