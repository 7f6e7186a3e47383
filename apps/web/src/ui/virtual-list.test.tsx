import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VirtualList } from './virtual-list.tsx'

const COUNT = 10_000

/** Rows that count how often one of them is asked for. */
function countingRows() {
  const rows = { length: COUNT, asked: 0, at: (index: number) => ((rows.asked += 1), `row ${index}`) }
  return rows
}

const listOf = (rows: ReturnType<typeof countingRows>, rowHeight: number) => (
  <VirtualList label="Rows" rows={rows} rowKey={(row) => row} rowHeight={rowHeight} render={(row) => row} />
)
const heightOfAll = () => screen.getByRole('list', { name: 'Rows' }).firstElementChild?.getAttribute('style')

test('a long list asks only for the rows that it renders, however often it is rendered', () => {
  const rows = countingRows()
  const { rerender } = render(listOf(rows, 30))
  rerender(listOf(rows, 30))
  expect(rows.asked).toBeLessThan(500)
  expect(heightOfAll()).toContain(`${COUNT * 30}px`)
})

test('a list whose rows get another height is laid out anew', () => {
  const rows = countingRows()
  const { rerender } = render(listOf(rows, 30))
  rerender(listOf(rows, 44))
  expect(heightOfAll()).toContain(`${COUNT * 44}px`)
})
