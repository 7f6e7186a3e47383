const STEPS: Readonly<Record<string, (row: number, last: number) => number>> = {
  ArrowDown: (row, last) => Math.min(row + 1, last),
  ArrowUp: (row) => Math.max(row - 1, 0),
  Home: () => 0,
  End: (_row, last) => last,
}

/**
 * The row that a key moves to.
 * @param row index of the current row; -1 if there is none
 * @returns undefined if the key does not move, or there is no row
 */
export function rowAfter(key: string, row: number, count: number): number | undefined {
  return count === 0 ? undefined : STEPS[key]?.(row, count - 1)
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'

/** Moves the focus to a control of another row: in the same column if it has one, or else to the first control of the row. */
export function focusRow(table: Element, row: number, column: number): boolean {
  const cells = [...(table.querySelectorAll('tbody > tr')[row]?.children ?? [])]
  const same = cells[column]?.querySelector<HTMLElement>(FOCUSABLE)
  const target = same ?? cells.map((cell) => cell.querySelector<HTMLElement>(FOCUSABLE)).find((found) => found !== null)
  target?.focus()
  return target !== undefined && target !== null
}
