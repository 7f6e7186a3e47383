/** The selection after one row's box was pressed. With `from` (Shift) all rows between that one and this become what this becomes. */
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

/** The selection after the box of all rows was pressed: all of these, or none where all were. */
export function toggleAll(selected: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  return keys.every((key) => selected.has(key)) ? new Set() : new Set(keys)
}

/** How the box of all rows stands. */
export function allState(selected: ReadonlySet<string>, keys: readonly string[]): 'none' | 'some' | 'all' {
  const count = keys.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}
