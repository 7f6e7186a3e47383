type Cell = string | number

/** Formats a number with its significant digits only. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A Markdown table with aligned columns, so that it is readable in a terminal and can be pasted into a page unchanged. */
export function formatTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)))
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  const width = head.map((name, column) => Math.max(3, name.length, ...texts.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isNumber[column] ? cell.padStart(width[column] ?? 0) : cell.padEnd(width[column] ?? 0))).join(' | ')} |`
  const rule = `|${width.map((wide, column) => (isNumber[column] ? `${'-'.repeat(wide + 1)}:` : '-'.repeat(wide + 2))).join('|')}|`
  return [line(head), rule, ...texts.map(line)].join('\n')
}

export function printTable(head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  console.log(`\n${formatTable(head, rows)}`)
}
