import { expect, it } from 'vitest'
import { formatTable } from './table.ts'

it('aligns columns, numbers to the right', () => {
  expect(
    formatTable(
      ['what', 'ms'],
      [
        ['a page', 1.234],
        ['all', 1234.5],
        ['nothing', Number.NaN],
      ],
    ),
  ).toBe(
    ['| what    |   ms |', '|---------|-----:|', '| a page  | 1.23 |', '| all     | 1235 |', '| nothing |    – |'].join(
      '\n',
    ),
  )
})
