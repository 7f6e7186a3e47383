/**
 * The selection after the checkbox of one row was pressed.
 * @param from the row that was pressed before, if Shift is held: all rows between the two get the new state of the pressed row
 */
export function toggleRow(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  key: string,
  from?: string,
): ReadonlySet<string> {
  const next = new Set(selected)
  const chosen = !selected.has(key)
  const [start, end] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(key)]
  const touched = start < 0 || end < 0 ? [key] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
  for (const each of touched) {
    if (chosen) next.add(each)
    else next.delete(each)
  }
  return next
}

/** The selection after the checkbox of all rows was pressed: all rows, or none if all were selected before. */
export function toggleAll(selected: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  return keys.every((key) => selected.has(key)) ? new Set() : new Set(keys)
}

/** The state of the checkbox of all rows: how many of the rows are selected. */
export function allState(selected: ReadonlySet<string>, keys: readonly string[]): 'none' | 'some' | 'all' {
  const count = keys.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}
